import type { RequestPart } from '@tallystick/contract/request-part';
import type * as v from 'valibot';
import { type OrRefusal, refusal } from '../contract/problem.ts';
import type { Route } from '../contract/route.ts';
import type { Actor } from '../contract/tokens.ts';

/** One request, read by its route. */
export interface ReadRequest<R extends Route> {
  params: RequestPart<R['params']>;
  query: RequestPart<R['query']>;
  body: RequestPart<R['body']>;
}

/** What a route answers, as it goes over the wire. */
export type Answer<R extends Route> = Promise<OrRefusal<v.InferInput<R['answer']>>>;

/** A request that was read, who makes it (null: nobody is known), and where the two servers are reached. */
export interface Asked<R extends Route> extends ReadRequest<R> {
  actor: Actor | null;
  /** Where browsers reach the site of a channel. */
  siteOf(channel: string): string;
  /** Where browsers reach the console. */
  origins: readonly string[];
}

/** Makes a call part of a server, which reads its requests. */
export type AddCall = <R extends Route>(route: R, answer: (asked: Asked<R>) => Answer<R>) => void;

/** A call of the admin API that a part brings. */
export interface Call {
  route: Route;
  addBy(add: AddCall): void;
}

/** A call for those who are known. */
export function callOf<R extends Route>(
  route: R,
  answer: (asked: Asked<R> & { actor: Actor }) => Answer<R>,
): Call {
  return {
    route,
    addBy: (add) =>
      add(route, async (asked) => {
        const { actor } = asked;
        if (actor === null) return refusal('unauthorized', 'Who is asking?');
        return await answer({ ...asked, actor });
      }),
  };
}

/** A call for everybody, likewise; its route says that it is open. */
export function openCallOf<R extends Route & { access: 'open' }>(
  route: R,
  answer: (asked: Asked<R>) => Answer<R>,
): Call {
  return { route, addBy: (add) => add(route, answer) };
}
