import type { Route } from '../../../src/contract/route.ts';
import { appParams, del, empty, get, put, reasonBody } from '../../../src/contract/routes/parts.ts';
import { appWebhookStateSchema, newAppWebhookSchema, setAppWebhookSchema } from './app-webhook.ts';

/** Where the team of an app is told of it. */
export const webhookRoutes = {
  webhook: {
    ...get,
    path: '/v1/apps/:app/webhook',
    about:
      'Where the team of an app is told of it, without the address; for its publishers and managers.',
    params: appParams,
    answer: appWebhookStateSchema,
    refusals: ['forbidden'],
  },
  setWebhook: {
    ...put,
    path: '/v1/apps/:app/webhook',
    about:
      'Sets where the team of an app is told of it; the secret is in this answer and in no other.',
    params: appParams,
    body: newAppWebhookSchema,
    answer: setAppWebhookSchema,
  },
  removeWebhook: {
    ...del,
    ...empty,
    path: '/v1/apps/:app/webhook',
    about: 'Ends it; what was not sent yet is not sent any more.',
    params: appParams,
    body: reasonBody,
    refusals: ['unknown'],
  },
} satisfies Record<string, Route>;
