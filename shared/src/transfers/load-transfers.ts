import type { Answer, Ledger } from '@tallystick/shared/api';
import { type LateAnswer, lateAnswer } from '../late/late-answer.ts';
import { changed } from './list-filters.ts';
import { listQueryOf, type TransferQuery } from './list-query.ts';
import type { TransferPage } from './merge.ts';
import { closedFilters, type Scope } from './scope.ts';

/** A page of a list that has been asked for. */
export interface LoadingPage extends LateAnswer<TransferPage> {
  readonly scope: Scope;
  readonly query: TransferQuery;
  /**
   * Says that somebody waits for it; returns what says that nobody does any more, which gives the
   * call up. A page that is mounted again has the same data. A call that was given up is then made
   * again, and `answer` is another.
   */
  readonly wait: () => () => void;
}

/**
 * For a route's loader: asks by `call` for the page of `scope` that the request's URL names. It
 * does not wait, so that the page can stand there with its rows still blank.
 */
export function loadTransfers(
  request: Request,
  scope: Scope,
  call: Ledger['transfers'],
): LoadingPage {
  const query = queryOf(request.url, scope);
  const begin = () => {
    const given = new AbortController();
    const ask = async (): Promise<Answer<TransferPage>> => {
      const signal = AbortSignal.any([request.signal, given.signal]);
      const answer = await call(query, signal);
      return answer.ok ? { ...answer, data: { scope, ...query, ...answer.data } } : answer;
    };
    return { given, ...lateAnswer(ask()) };
  };
  let asked = begin();
  return {
    scope,
    query,
    get answer() {
      return asked.answer;
    },
    settled: () => asked.settled(),
    wait() {
      if (asked.given.signal.aborted && asked.settled() === null) asked = begin();
      return () => asked.given.abort();
    },
  };
}

/** What a URL asks of the list of `scope`; a filter that is closed for the list is passed over. */
function queryOf(url: string, scope: Scope): TransferQuery {
  const query = listQueryOf(url);
  const closed = Object.fromEntries(closedFilters(scope).map((name) => [name, undefined]));
  return { ...query, filters: changed(query.filters, closed) };
}
