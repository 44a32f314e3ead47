import * as v from 'valibot';
import type { JsonBound } from './bounds.ts';
import type { ProblemCode } from './problem.ts';

/**
 * One call of the admin API. The server reads requests by it, and clients make requests and read answers
 * by it. The OpenAPI document is derived from it.
 */
export interface Route {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** With `:name` for a parameter, and `*` for the parameter that is the rest of the path. */
  path: string;
  /** One sentence for the document. */
  about: string;
  params: v.GenericSchema;
  query: v.GenericSchema;
  body: v.GenericSchema;
  /** The body of a success; null: there is none. */
  answer: v.GenericSchema;
  /** Statuses of a success, the usual one first. */
  success: readonly [Success, ...Success[]];
  /** Refusals of this call alone; the document adds those of every call. */
  refusals: readonly ProblemCode[];
  /**
   * `token`: with a bearer token or the console's session; `console`: without a session, but only
   * from the console; `open`: for everybody.
   */
  access: 'token' | 'console' | 'open';
  /** Takes an `If-Match` header: the revision that the change was made for. */
  guarded?: true;
  /** If its answer is lost, nobody needs to know whether the call was carried out. */
  changesNothing?: true;
  /** Limits of its JSON body; absent: those of every call. */
  bound?: JsonBound;
  /** Media types of the body and of the answer; absent: JSON. */
  bodyType?: 'application/json' | 'application/octet-stream';
  answerType?: 'application/json' | 'application/octet-stream' | 'text/event-stream' | 'text/csv';
}

type Success = 200 | 201 | 204;

/** For a call without parameters, without a query, or without a body. */
export const nothing = v.unknown();

type Part<K extends string, S extends v.GenericSchema> = S extends v.UnknownSchema
  ? unknown
  : { [key in K]: v.InferInput<S> };

/** A request, whatever its route. */
export interface RouteRequest {
  params?: Readonly<Record<string, string>>;
  query?: Readonly<Record<string, string | undefined>>;
  /** Sent as JSON, or as it is if it is bytes. */
  body?: unknown;
  /** For `guarded` routes. */
  expected?: number;
}

/** What a client gives for a route. */
export type RequestOf<R extends Route> = RouteRequest &
  Part<'params', R['params']> &
  Part<'query', R['query']> &
  Part<'body', R['body']> &
  (R extends { guarded: true } ? { expected: number } : unknown);

/** What `fetch` needs for a request of a route; `path` has its query. */
export function httpRequest(
  { method, path, bodyType = 'application/json' }: Route,
  { params = {}, query = {}, body, expected }: RouteRequest,
) {
  const filled = path.replaceAll(/:(\w+)|\*/g, (_word, name?: string) =>
    name === undefined
      ? (params['*'] ?? '').split('/').map(encodeURIComponent).join('/')
      : encodeURIComponent(params[name] ?? ''),
  );
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) search.set(name, value);
  }
  return {
    method,
    path: search.size === 0 ? filled : `${filled}?${search}`,
    headers: {
      ...(body !== undefined && { 'content-type': bodyType }),
      ...(expected !== undefined && { 'if-match': `"${expected}"` }),
    },
    ...(body !== undefined && {
      body: body instanceof Uint8Array ? new Uint8Array(body) : JSON.stringify(body),
    }),
  };
}
