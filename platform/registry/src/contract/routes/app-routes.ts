import { buildIdSchema } from '@tallystick/contract/release';
import * as v from 'valibot';
import { appSettingsSchema, newSettingsSchema } from '../app-settings.ts';
import { errorGroupSchema } from '../page-errors.ts';
import type { Route } from '../route.ts';
import { appParams, get, post } from './parts.ts';

/** What is of one app, on whichever channel. */
export const appRoutes = {
  settings: {
    ...get,
    path: '/v1/apps/:app/settings',
    about: 'Limits and approvals of an app; the ETag is their revision, for If-Match.',
    params: appParams,
    answer: appSettingsSchema,
  },
  changeSettings: {
    ...post,
    path: '/v1/apps/:app/settings',
    about: 'Sets limits and approvals of an app, if they are still at the revision of If-Match.',
    params: appParams,
    body: newSettingsSchema,
    answer: appSettingsSchema,
    refusals: ['moved', 'unguarded'],
    guarded: true,
  },
  errors: {
    ...get,
    path: '/v1/apps/:app/errors',
    about: 'Errors of an app in pages, in groups; for its publishers and managers.',
    params: appParams,
    query: v.object({ build: v.optional(buildIdSchema) }),
    answer: v.array(errorGroupSchema),
    refusals: ['forbidden'],
  },
} satisfies Record<string, Route>;
