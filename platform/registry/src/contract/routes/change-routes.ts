import { changeAnswerSchema, changeRequestSchema } from '../change-request.ts';
import type { Route } from '../route.ts';
import { channelParams, post } from './parts.ts';

/** What moves a channel by one call: versions are resolved, the change is judged once, and made or only shown. */
export const changeRoutes = {
  requestChange: {
    ...post,
    success: [200, 201],
    path: '/v1/channels/:channel/changes',
    about:
      'Makes a change that names builds or versions (201), or says with `dryRun` what it would do; nothing is made where it is so already.',
    params: channelParams,
    body: changeRequestSchema,
    answer: changeAnswerSchema,
    refusals: ['unknown', 'ambiguous', 'moved', 'unfit', 'locked', 'condemned', 'waiting'],
  },
} satisfies Record<string, Route>;
