import { actingFor, type Caller } from '@tallystick/store/caller';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { networkOf } from './network.ts';

/** Runs what is read for everybody, whoever asked first: it does not end because that one has gone. */
export const asOwnWork = <T>(work: () => T): T => actingFor(undefined, work);

/**
 * Tells stores for whom each request asks: they queue and charge its statements as that client's,
 * and cancel what they read for it when it goes away before the answer.
 */
export function tellCaller(server: FastifyInstance): void {
  const callers = new WeakMap<FastifyRequest, Caller>();
  server.addHook('onRequest', (request, reply, done) => {
    const leaving = new AbortController();
    reply.raw.once('close', () => {
      if (!reply.raw.writableFinished) leaving.abort();
    });
    const caller = { client: networkOf(request.ip), gone: leaving.signal };
    callers.set(request, caller);
    actingFor(caller, done);
  });
  // A body is read by what belongs to the connection, which knows nothing of the request.
  server.addHook('preValidation', (request, _reply, done) => {
    actingFor(callers.get(request), done);
  });
}
