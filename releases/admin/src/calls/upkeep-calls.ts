import { routes } from '@tallystick/registry/contract/routes';
import type { Registry } from '@tallystick/registry/registry';
import type { FastifyInstance } from 'fastify';
import { addCall } from '../call.ts';

/** The audit chain, whether it holds, and what may be deleted. */
export function upkeepCalls(server: FastifyInstance, { registry }: { registry: Registry }): void {
  addCall(server, routes.audit, async ({ query }) => ({
    ok: true,
    value: await registry.audit(query),
  }));
  addCall(server, routes.verify, async () => ({ ok: true, value: await registry.verify() }));
  addCall(server, routes.gc, ({ actor, body }) => registry.gc(actor, body));
}
