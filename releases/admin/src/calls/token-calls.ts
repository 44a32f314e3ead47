import { routes } from '@tallystick/registry/contract/routes';
import type { FastifyInstance } from 'fastify';
import { addCall } from '../call.ts';
import type { Context } from '../context.ts';

/** Who may do what. */
export function tokenCalls(server: FastifyInstance, { registry }: Context): void {
  for (const route of [routes.session, routes.whoami]) {
    addCall(server, route, async ({ actor }) => ({ ok: true, value: actor }));
  }
  addCall(server, routes.tokens, ({ actor }) => registry.tokens(actor));
  addCall(server, routes.createToken, ({ actor, body }) => registry.createToken(actor, body));
  addCall(server, routes.revokeToken, ({ actor, params }) =>
    registry.revokeToken(actor, params.id),
  );
}
