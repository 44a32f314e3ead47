import type { ServerResponse } from 'node:http';
import { actingFor, type Caller, currentWork } from '@tallystick/store/caller';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { networkOf, sharersOf } from './network.ts';

/** Runs what is read for everybody, whoever asked first: it is not cancelled when that client goes. */
export const asOwnWork = <T>(work: () => T): T => actingFor(undefined, work);

/**
 * An address of the client for whom the code runs, as X-Forwarded-For has it. Undefined: it runs for no client, or
 * for all of them.
 */
export function currentClient(): string | undefined {
  const client = currentWork().caller?.client ?? 'unknown';
  if (client === 'unknown') return undefined;
  return client.includes(':') ? `${client}::` : client;
}

/**
 * Tells stores for whom each request asks. They queue and charge its statements as that client's, and
 * cancel its reads when the client disconnects before the answer.
 */
export function tellCaller(server: FastifyInstance): void {
  const callers = new WeakMap<FastifyRequest, Caller>();
  server.addHook('onRequest', (request, reply, done) => {
    const caller = callerOf(request, reply);
    callers.set(request, caller);
    actingFor(caller, done);
  });
  // The body is read in the connection's async context, which has no caller.
  server.addHook('preValidation', (request, _reply, done) => {
    actingFor(callers.get(request), done);
  });
}

/** `gone` is made when a store asks for it: most requests need no listener on their answer. */
function callerOf({ ip }: FastifyRequest, { raw }: FastifyReply): Caller {
  let gone: AbortSignal | undefined;
  const client = networkOf(ip);
  const [, ...within] = sharersOf(client);
  return {
    client,
    within,
    get gone() {
      gone ??= disconnection(raw);
      return gone;
    },
  };
}

/** A signal that aborts when an answer is closed before all of it was sent. */
function disconnection(response: ServerResponse): AbortSignal {
  const controller = new AbortController();
  const check = () => {
    if (!response.writableFinished) controller.abort();
  };
  if (response.closed) check();
  else response.once('close', check);
  return controller.signal;
}
