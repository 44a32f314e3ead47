import type { OrRefusal } from '@tallystick/registry/contract/problem';
import { refusal } from '@tallystick/registry/contract/problem';
import type { Route } from '@tallystick/registry/contract/route';
import type { Actor } from '@tallystick/registry/contract/tokens';
import {
  type Answer,
  type Call,
  type ReadRequest,
  readRequest,
} from '@tallystick/registry/part/call';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { answer } from './answers.ts';
import type { Context } from './context.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What a call takes, for who makes requests by it. */
    takes?: Pick<Route, 'params' | 'query' | 'body' | 'bound'>;
  }
  interface FastifyRequest {
    /** Who is asking; null before that is known. */
    actor: Actor | null;
  }
}

/** One request, read by its route. */
interface HttpRequest<R extends Route> extends ReadRequest<R> {
  request: FastifyRequest;
  reply: FastifyReply;
}

/** Adds a route for those who are known: reads what it takes, refuses what is not well formed, answers the result. */
export function addCall<R extends Route>(
  server: FastifyInstance,
  route: R,
  handle: (call: HttpRequest<R> & { actor: Actor }) => Answer<R>,
): void {
  addOpenCall(server, route, async (call) => {
    const { actor } = call.request;
    return actor === null
      ? refusal('unauthorized', 'Who is asking?')
      : await handle({ ...call, actor });
  });
}

/** Adds a route for everybody, likewise. */
export function addOpenCall<R extends Route>(
  server: FastifyInstance,
  route: R,
  handle: (call: HttpRequest<R>) => Answer<R>,
): void {
  addRoute(server, route, async (request, reply) => {
    const read = readRequest(route, request);
    return read.ok ? await handle({ ...read.value, request, reply }) : read;
  });
}

/** Adds a call that a part of the registry brings. */
export function addPartCall(
  server: FastifyInstance,
  { route, answer: answerTo }: Call,
  { sites, origins }: Pick<Context, 'sites' | 'origins'>,
): void {
  addRoute(server, route, ({ params, query, body, actor }) =>
    answerTo({ params, query, body, actor, siteOf: sites.originOf, origins }),
  );
}

function addRoute(
  server: FastifyInstance,
  route: Route,
  handle: (request: FastifyRequest, reply: FastifyReply) => Promise<OrRefusal<unknown>>,
): void {
  const { method, path, bound, success } = route;
  server.route({
    method,
    url: path,
    config: { takes: route },
    ...(bound !== undefined && { bodyLimit: bound.bytes }),
    handler: async (request, reply) => answer(reply, await handle(request, reply), success[0]),
  });
}

/** The result of what is refused to nobody who may call it. */
export async function good<T>(asked: Promise<T>): Promise<OrRefusal<T>> {
  return { ok: true, value: await asked };
}
