import * as v from 'valibot';
import { buildKeySchema } from '../../../src/contract/build-key.ts';
import type { Route } from '../../../src/contract/route.ts';
import { get } from '../../../src/contract/routes/parts.ts';
import { contentsSchema, packageNameSchema, rangeSchema } from './contents.ts';

/** What is in builds. */
export const contentsRoutes = {
  contains: {
    ...get,
    path: '/v1/packages',
    about:
      'Which builds have a package of npm in them, or take it of the page; those of which nobody knows are among them.',
    query: v.object({ name: packageNameSchema, range: v.optional(rangeSchema) }),
    answer: contentsSchema,
  },
  sbom: {
    ...get,
    path: '/v1/builds/:app/:build/sbom',
    about: 'The bill of materials of a build, as it was published: CycloneDX, JSON.',
    params: buildKeySchema,
    answer: v.instance(Uint8Array),
    answerType: 'application/octet-stream',
    refusals: ['unknown'],
  },
} satisfies Record<string, Route>;
