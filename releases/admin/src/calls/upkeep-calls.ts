import { gcBodySchema } from '@tallystick/registry/contract/admin-api';
import type { Registry } from '@tallystick/registry/registry';
import type { FastifyInstance } from 'fastify';
import { addCall, nothing } from '../call.ts';
import { pageQuery } from './paging.ts';

/** The audit chain, whether it holds, and what may be deleted. */
export function upkeepCalls(server: FastifyInstance, { registry }: { registry: Registry }): void {
  addCall(
    server,
    { method: 'GET', path: '/audit', params: nothing, query: pageQuery, body: nothing },
    async ({ query: { before, limit } }) => ({
      ok: true,
      value: await registry.audit({ limit, ...(before !== undefined && { before }) }),
    }),
  );

  addCall(
    server,
    { method: 'GET', path: '/verify', params: nothing, query: nothing, body: nothing },
    async () => ({ ok: true, value: await registry.verify() }),
  );

  addCall(
    server,
    { method: 'POST', path: '/gc', params: nothing, query: nothing, body: gcBodySchema },
    ({ actor, body }) => registry.gc(actor, body),
  );
}
