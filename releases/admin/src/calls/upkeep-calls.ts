import { routes } from '@tallystick/registry/contract/routes';
import type { FastifyInstance } from 'fastify';
import { addCall } from '../call.ts';
import type { Context } from '../context.ts';

/** The audit chain, whether it holds, and what may be deleted. */
export function upkeepCalls(server: FastifyInstance, { registry }: Context): void {
  addCall(server, routes.audit, async ({ query }) => ({
    ok: true,
    value: await registry.audit(query),
  }));
  addCall(server, routes.verify, async () => ({ ok: true, value: await registry.verify() }));
  addCall(server, routes.gc, ({ actor, body }) => registry.gc(actor, body));
}
