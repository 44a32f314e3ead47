import * as v from 'valibot';
import type { Route } from '../route.ts';
import { madeTokenSchema, newTokenSchema, tokenSchema } from '../tokens.ts';
import { del, get, idParams, made, post } from './parts.ts';

/** Who may do what. */
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
} satisfies Record<string, Route>;
