import { refusal } from '@tallystick/registry/contract/problem';
import type { Route } from '@tallystick/registry/contract/route';
import type { Actor } from '@tallystick/registry/contract/tokens';
import type { Result } from '@tallystick/registry/registry';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { answer, refuse } from './answers.ts';

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
interface Call<R extends Route> {
  params: v.InferOutput<R['params']>;
  query: v.InferOutput<R['query']>;
  body: v.InferOutput<R['body']>;
  request: FastifyRequest;
  reply: FastifyReply;
}

/** What a route answers, as it goes over the wire. */
type Answer<R extends Route> = Promise<Result<v.InferInput<R['answer']>>>;

/** Adds a route for those who are known: reads what it takes, refuses what is not well formed, answers the result. */
export function addCall<R extends Route>(
  server: FastifyInstance,
  route: R,
  handle: (call: Call<R> & { actor: Actor }) => Answer<R>,
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
  handle: (call: Call<R>) => Answer<R>,
): void {
  const { bound }: Route = route;
  server.route({
    method: route.method,
    url: route.path,
    config: { takes: route },
    ...(bound !== undefined && { bodyLimit: bound.bytes }),
    handler: async (request, reply) => {
      const params = read(route.params, request.params);
      if (!params.ok) return refuse(reply, params);
      const query = read(route.query, request.query);
      if (!query.ok) return refuse(reply, query);
      const body = read(route.body, request.body);
      if (!body.ok) return refuse(reply, body);
      const call = { params: params.value, query: query.value, body: body.value, request, reply };
      return answer(reply, await handle(call), route.success[0]);
    },
  });
}

/** The result of what is refused to nobody who may call it. */
export async function good<T>(asked: Promise<T>): Promise<Result<T>> {
  return { ok: true, value: await asked };
}

/** Reads something of a request; a refusal says where it is not well formed. */
function read<S extends v.GenericSchema>(schema: S, input: unknown): Result<v.InferOutput<S>> {
  // Of thousands of issues, each with its path, one is told.
  const result = v.safeParse(schema, input, { abortEarly: true });
  if (result.success) return { ok: true, value: result.output };
  const [issue] = result.issues;
  return refusal('invalid', `${v.getDotPath(issue) ?? 'The body'}: ${issue.message}`);
}
