import { appSettingsSchema, newSettingsSchema } from '../app-settings.ts';
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
} satisfies Record<string, Route>;
