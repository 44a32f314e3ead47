import * as v from 'valibot';
import type { Route } from '../../../src/contract/route.ts';
import { del, get, idParams, made, post } from '../../../src/contract/routes/parts.ts';
import { addedTrustSchema, listedTrustSchema, newTrustSchema, trustSchema } from './trust.ts';

/** Who may publish without a secret. */
export const trustRoutes = {
  trusts: {
    ...get,
    path: '/v1/trusts',
    about: 'Pipelines that are trusted to publish without a secret, and why one is not any more.',
    answer: v.array(listedTrustSchema),
  },
  addTrust: {
    ...post,
    ...made,
    path: '/v1/trusts',
    about: 'Trusts runs of which an issuer signs these claims, for one app or several.',
    body: newTrustSchema,
    answer: addedTrustSchema,
    refusals: ['unfit'],
  },
  withdrawTrust: {
    ...del,
    path: '/v1/trusts/:id',
    about: 'Withdraws a trust, and ends the tokens that were exchanged by it.',
    params: idParams,
    answer: trustSchema,
    refusals: ['unknown'],
  },
} satisfies Record<string, Route>;
