import * as v from 'valibot';
import { type OrRefusal, refusal } from '../contract/problem.ts';
import type { Route } from '../contract/route.ts';
import type { Actor } from '../contract/tokens.ts';

/** One request, read by its route. */
export interface ReadRequest<R extends Route> {
  params: v.InferOutput<R['params']>;
  query: v.InferOutput<R['query']>;
  body: v.InferOutput<R['body']>;
}

/** What a route answers, as it goes over the wire. */
export type Answer<R extends Route> = Promise<OrRefusal<v.InferInput<R['answer']>>>;

/** A request as it came, who makes it (null: nobody is known), and where the two servers are reached. */
export interface Asked {
  params: unknown;
  query: unknown;
  body: unknown;
  actor: Actor | null;
  /** Where browsers reach the site of a channel. */
  siteOf(channel: string): string;
  /** Where browsers reach the console. */
  origins: readonly string[];
}

/** A call of the admin API that a part brings. */
export interface Call {
  route: Route;
  answer(asked: Asked): Promise<OrRefusal<unknown>>;
}

/** A call for those who are known. */
export function callOf<R extends Route>(
  route: R,
  handle: (asked: Asked & ReadRequest<R> & { actor: Actor }) => Answer<R>,
): Call {
  return {
    route,
    answer: async (asked) => {
      const { actor } = asked;
      if (actor === null) return refusal('unauthorized', 'Who is asking?');
      const read = readRequest(route, asked);
      return read.ok ? await handle({ ...asked, ...read.value, actor }) : read;
    },
  };
}

/** A call for everybody, likewise; its route says that it is open. */
export function openCallOf<R extends Route & { access: 'open' }>(
  route: R,
  handle: (asked: Asked & ReadRequest<R>) => Answer<R>,
): Call {
  return {
    route,
    answer: async (asked) => {
      const read = readRequest(route, asked);
      return read.ok ? await handle({ ...asked, ...read.value }) : read;
    },
  };
}

/** Reads what a request has for its route; a refusal says where it is not well formed. */
export function readRequest<R extends Route>(
  route: R,
  given: Pick<Asked, 'params' | 'query' | 'body'>,
): OrRefusal<ReadRequest<R>> {
  const params = read(route.params, given.params);
  if (!params.ok) return params;
  const query = read(route.query, given.query);
  if (!query.ok) return query;
  const body = read(route.body, given.body);
  if (!body.ok) return body;
  return { ok: true, value: { params: params.value, query: query.value, body: body.value } };
}

function read<S extends v.GenericSchema>(schema: S, input: unknown): OrRefusal<v.InferOutput<S>> {
  // A body may have thousands of issues, each with its path. Only the first is reported.
  const result = v.safeParse(schema, input, { abortEarly: true });
  if (result.success) return { ok: true, value: result.output };
  const [issue] = result.issues;
  return refusal('invalid', `${v.getDotPath(issue) ?? 'The body'}: ${issue.message}`);
}
