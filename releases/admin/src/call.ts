import type { Refusal } from '@tallystick/registry/contract/problem';
import type { Actor } from '@tallystick/registry/contract/tokens';
import type { Result } from '@tallystick/registry/registry';
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import * as v from 'valibot';
import { answer, refusal, refuse } from './answers.ts';

type Schema = v.GenericSchema;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What a call takes, for who makes requests by it. */
    takes?: Record<'params' | 'query' | 'body', Schema>;
  }
}

/** What a call takes; the contracts' own schemas read it. */
export interface CallShape<P extends Schema, Q extends Schema, B extends Schema> {
  method: HTTPMethods;
  path: string;
  params: P;
  query: Q;
  body: B;
  /** Of a success that has a value; 200 if absent. */
  status?: number;
}

/** One request, read. */
export interface Call<P, Q, B> {
  actor: Actor;
  params: P;
  query: Q;
  body: B;
  request: FastifyRequest;
  reply: FastifyReply;
}

/** For a call without parameters, without a query, or without a body. */
export const nothing = v.unknown();

const actors = new WeakMap<FastifyRequest, Actor>();

/** Notes who is asking, before anything else of the request is read. */
export function setActor(request: FastifyRequest, actor: Actor): void {
  actors.set(request, actor);
}

/** Who is asking; undefined before that is known. */
export function actorOf(request: FastifyRequest): Actor | undefined {
  return actors.get(request);
}

/** Adds a call: reads what it takes, refuses what is not well formed, answers the result. */
export function addCall<P extends Schema, Q extends Schema, B extends Schema>(
  server: FastifyInstance,
  { method, path, params, query, body, status = 200 }: CallShape<P, Q, B>,
  handle: (
    call: Call<v.InferOutput<P>, v.InferOutput<Q>, v.InferOutput<B>>,
  ) => Promise<Result<unknown>>,
): void {
  server.route({
    method,
    url: path,
    config: { takes: { params, query, body } },
    handler: async (request, reply) => {
      const actor = actorOf(request);
      if (actor === undefined) return refuse(reply, refusal('unauthorized', 'Who is asking?'));
      const readParams = read(params, request.params);
      if (!readParams.ok) return refuse(reply, readParams);
      const readQuery = read(query, request.query);
      if (!readQuery.ok) return refuse(reply, readQuery);
      const readBody = read(body, request.body);
      if (!readBody.ok) return refuse(reply, readBody);
      const result = await handle({
        actor,
        params: readParams.value,
        query: readQuery.value,
        body: readBody.value,
        request,
        reply,
      });
      return answer(reply, result, status);
    },
  });
}

/** Reads something of a request; a refusal says where it is not well formed. */
export function read<S extends Schema>(
  schema: S,
  input: unknown,
): { ok: true; value: v.InferOutput<S> } | Refusal {
  const result = v.safeParse(schema, input);
  if (result.success) return { ok: true, value: result.output };
  const [issue] = result.issues;
  return refusal('invalid', `${v.getDotPath(issue) ?? 'The body'}: ${issue.message}`);
}
