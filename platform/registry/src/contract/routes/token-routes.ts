import * as v from 'valibot';
import type { Route } from '../route.ts';
import { madeTokenSchema, newTokenSchema, tokenSchema } from '../tokens.ts';
import {
  addedTrustSchema,
  exchangedSchema,
  exchangeSchema,
  listedTrustSchema,
  newTrustSchema,
  trustSchema,
} from '../trust.ts';
import { del, get, idParams, made, post } from './parts.ts';

/** Who may do what, by tokens and by trust. */
export const tokenRoutes = {
  tokens: {
    ...get,
    path: '/v1/tokens',
    about: 'All tokens, without their secrets.',
    answer: v.array(tokenSchema),
    refusals: ['forbidden'],
  },
  createToken: {
    ...post,
    ...made,
    path: '/v1/tokens',
    about: 'Makes a token; its secret is in this answer and in no other.',
    body: newTokenSchema,
    answer: madeTokenSchema,
  },
  revokeToken: {
    ...del,
    path: '/v1/tokens/:id',
    about: 'Revokes a token, and ends the sessions that were opened with it.',
    params: idParams,
    answer: tokenSchema,
    refusals: ['unknown'],
  },
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
    about: 'Trusts runs of which an issuer signs these claims, for one app.',
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
  exchange: {
    ...post,
    ...made,
    path: '/v1/exchange',
    about: "Changes an ID token of a pipeline's run, once, for a token of 15 minutes.",
    body: exchangeSchema,
    answer: exchangedSchema,
    refusals: ['unauthorized', 'forbidden'],
    access: 'open',
  },
} satisfies Record<string, Route>;
