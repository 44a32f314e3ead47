import * as v from 'valibot';
import type { Route } from '../../../src/contract/route.ts';
import { channelParams, get, post, put } from '../../../src/contract/routes/parts.ts';
import {
  answeredSchema,
  approvalAnswerSchema,
  approvalRuleSchema,
  approvalsSchema,
} from './approvals.ts';

/** A second person for what goes on in a channel. */
export const approvalRoutes = {
  approvals: {
    ...get,
    path: '/v1/channels/:channel/approvals',
    about: 'Whether a channel asks for a second person, and what waits for one.',
    params: channelParams,
    answer: approvalsSchema,
  },
  setApprovals: {
    ...put,
    path: '/v1/channels/:channel/approvals',
    about: 'Says whether a channel asks for a second person; for administrators.',
    params: channelParams,
    body: approvalRuleSchema,
    answer: approvalsSchema,
  },
  answerApproval: {
    ...post,
    path: '/v1/channels/:channel/approvals/:id',
    about: 'Approves a change that waits, and makes it, or declines it.',
    params: v.object({
      ...channelParams.entries,
      id: v.pipe(v.string(), v.regex(/^[\w-]{1,100}$/)),
    }),
    body: approvalAnswerSchema,
    answer: answeredSchema,
    refusals: ['unknown', 'ambiguous', 'moved', 'unfit', 'locked', 'condemned'],
  },
} satisfies Record<string, Route>;
