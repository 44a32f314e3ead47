import type { ValibotTypes } from '@tallystick/guard/request-schemas';
import type { OrRefusal } from '@tallystick/registry/contract/problem';
import { refusal } from '@tallystick/registry/contract/problem';
import type { Route } from '@tallystick/registry/contract/route';
import type { Actor } from '@tallystick/registry/contract/tokens';
import type { Answer, Call, ReadRequest } from '@tallystick/registry/part/call';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { answer } from './answers.ts';
import type { Context } from './context.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Limits of the JSON body; absent: those of every call. */
    bound?: Route['bound'];
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
  const { method, path, bound, success } = route;
  server.withTypeProvider<ValibotTypes>().route({
    method,
    url: path,
    config: { bound },
    ...(bound !== undefined && { bodyLimit: bound.bytes }),
    schema: schemaOf(route),
    handler: async (request, reply) => {
      const { params, query, body } = request;
      return answer(reply, await handle({ params, query, body, request, reply }), success[0]);
    },
  });
}

/** What fastify reads requests by. */
function schemaOf<R extends Route>(route: R) {
  const { params, query: querystring, body }: Pick<R, 'params' | 'query' | 'body'> = route;
  const schema = { params, querystring, body };
  // Fastify has no schema for the body of a GET, which it never reads.
  if (route.method === 'GET') Reflect.deleteProperty(schema, 'body');
  return schema;
}

/** Adds a call that a part of the registry brings. */
export function addPartCall(
  server: FastifyInstance,
  call: Call,
  { sites, origins }: Pick<Context, 'sites' | 'origins'>,
): void {
  call.addBy((route, answerTo) =>
    addOpenCall(server, route, ({ params, query, body, request: { actor } }) =>
      answerTo({ params, query, body, actor, siteOf: sites.originOf, origins }),
    ),
  );
}

/** The result of what is refused to nobody who may call it. */
export async function good<T>(asked: Promise<T>): Promise<OrRefusal<T>> {
  return { ok: true, value: await asked };
}
