import { newTokenSchema } from '@tallystick/registry/contract/tokens';
import type { Registry } from '@tallystick/registry/registry';
import type { FastifyInstance } from 'fastify';
import * as v from 'valibot';
import { addCall, nothing } from '../call.ts';

/** Who may do what. */
export function tokenCalls(server: FastifyInstance, { registry }: { registry: Registry }): void {
  addCall(
    server,
    { method: 'GET', path: '/whoami', params: nothing, query: nothing, body: nothing },
    async ({ actor }) => ({ ok: true, value: actor }),
  );

  addCall(
    server,
    { method: 'GET', path: '/tokens', params: nothing, query: nothing, body: nothing },
    ({ actor }) => registry.tokens(actor),
  );

  addCall(
    server,
    {
      method: 'POST',
      path: '/tokens',
      params: nothing,
      query: nothing,
      body: newTokenSchema,
      status: 201,
    },
    ({ actor, body }) => registry.createToken(actor, body),
  );

  addCall(
    server,
    {
      method: 'DELETE',
      path: '/tokens/:id',
      params: v.object({ id: v.pipe(v.string(), v.regex(/^[\w-]{1,100}$/)) }),
      query: nothing,
      body: nothing,
    },
    ({ actor, params }) => registry.revokeToken(actor, params.id),
  );
}
