import { routes } from '@tallystick/registry/contract/routes';
import type { FastifyInstance } from 'fastify';
import { addCall, addOpenCall, good } from '../call.ts';
import type { Context } from '../context.ts';

/** Who is trusted to publish without a secret. */
export function trustCalls(server: FastifyInstance, { registry }: Context): void {
  addCall(server, routes.trusts, ({ actor }) => good(registry.trusts(actor)));
  addCall(server, routes.addTrust, ({ actor, body }) => registry.addTrust(actor, body));
  addCall(server, routes.withdrawTrust, ({ actor, params }) =>
    registry.withdrawTrust(actor, params.id),
  );
}

/**
 * Changes the token of a run for one of ours. Nobody need be known for it: what counts is a signature, which no
 * number of tries finds. An ID token must be for where browsers reach the console.
 */
export function exchangeCall(
  server: FastifyInstance,
  { registry, origins: audiences }: Pick<Context, 'registry' | 'origins'>,
): void {
  addOpenCall(server, routes.exchange, ({ body: { idToken, app } }) =>
    registry.exchange(idToken, { audiences, app }),
  );
}
