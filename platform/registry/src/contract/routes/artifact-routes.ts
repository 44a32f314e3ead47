import { appNameSchema, artifactSchema } from '@tallystick/contract/release';
import * as v from 'valibot';
import { buildDetailSchema } from '../admin-api.ts';
import { artifactPathSchema } from '../artifact-path.ts';
import { buildKeySchema } from '../build-key.ts';
import { buildSummarySchema } from '../history.ts';
import { originSchema } from '../provenance.ts';
import type { Route } from '../route.ts';
import { empty, get, post, put } from './parts.ts';

const fileParams = v.object({ ...buildKeySchema.entries, '*': artifactPathSchema });

/** Uploading builds, and reading those that are published. */
export const artifactRoutes = {
  putFile: {
    ...put,
    ...empty,
    path: '/v1/artifacts/:app/:build/files/*',
    about: 'Puts one file of a draft, which nobody can fetch until it is published.',
    params: fileParams,
    body: v.instance(Uint8Array, 'must be bytes, as application/octet-stream'),
    bodyType: 'application/octet-stream',
    refusals: ['taken', 'unfit'],
  },
  publish: {
    ...post,
    path: '/v1/artifacts/:app/:build',
    about:
      'Turns a draft into an artifact, for all or for previews alone; 201 if it is new, 200 if it was published before.',
    params: buildKeySchema,
    body: v.nullish(
      v.object({
        previewOnly: v.exactOptional(v.boolean()),
        said: v.exactOptional(originSchema),
      }),
    ),
    answer: v.object({ artifact: artifactSchema, published: v.boolean() }),
    success: [200, 201],
    refusals: ['unknown', 'taken', 'unfit'],
  },
  builds: {
    ...get,
    path: '/v1/builds',
    about: 'Published builds, newest first; of one app or of all.',
    query: v.object({ app: v.optional(appNameSchema) }),
    answer: v.array(buildSummarySchema),
  },
  build: {
    ...get,
    path: '/v1/builds/:app/:build',
    about: 'One published build, with the size of each file in bytes.',
    params: buildKeySchema,
    answer: buildDetailSchema,
    refusals: ['unknown'],
  },
  file: {
    ...get,
    path: '/v1/builds/:app/:build/files/*',
    about: 'One file of a published build.',
    params: fileParams,
    answer: v.instance(Uint8Array),
    answerType: 'application/octet-stream',
    refusals: ['unknown'],
  },
} satisfies Record<string, Route>;
