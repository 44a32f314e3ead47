import { buildIdSchema } from '@tallystick/contract/release';
import * as v from 'valibot';
import type { Route } from '../../../src/contract/route.ts';
import { appParams, get } from '../../../src/contract/routes/parts.ts';
import { errorGroupSchema, missedErrorsSchema } from './page-errors.ts';

/** What breaks in pages. */
export const errorRoutes = {
  errors: {
    ...get,
    path: '/v1/apps/:app/errors',
    about: 'Errors of an app in pages, in groups; for its publishers and managers.',
    params: appParams,
    query: v.object({ build: v.optional(buildIdSchema) }),
    answer: v.array(errorGroupSchema),
    refusals: ['forbidden'],
  },
  missedErrors: {
    ...get,
    path: '/v1/apps/:app/errors/missed',
    about:
      'How many errors of an app in pages were reported and are not kept; for its publishers and managers.',
    params: appParams,
    query: v.object({ build: v.optional(buildIdSchema) }),
    answer: missedErrorsSchema,
    refusals: ['forbidden'],
  },
} satisfies Record<string, Route>;
