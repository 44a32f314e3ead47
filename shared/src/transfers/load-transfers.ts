import type { Answer, ListQuery } from '@tallystick/shared/api';
import type { TransferList } from '../contracts/transfer.ts';
import { type LateAnswer, lateAnswer } from '../late/late-answer.ts';
import { changed, isFiltered } from './list-filters.ts';
import { listQueryOf, type TransferQuery } from './list-query.ts';
import type { TransferPage } from './merge.ts';
import { openFilters, type Scope } from './scope.ts';

/** The list call that answers for a scope. */
export type ListCall = (query: ListQuery, signal: AbortSignal) => Promise<Answer<TransferList>>;

/** A page of a list that has been asked for. */
export interface LoadingPage extends LateAnswer<TransferPage> {
  readonly scope: Scope;
  readonly query: TransferQuery;
  /** Gives the call up: nobody waits for it any more. */
  readonly cancel: () => void;
}

/**
 * For a route's loader: asks by `call` for the page of `scope` that the request's URL names, and does
 * not wait, so that the page can stand there with its rows still blank.
 */
export function loadTransfers(request: Request, scope: Scope, call: ListCall): LoadingPage {
  const query = queryOf(request.url, scope);
  const { index, search, filters } = query;
  const given = new AbortController();
  const ask = async (): Promise<Answer<TransferPage>> => {
    const signal = AbortSignal.any([request.signal, given.signal]);
    const asked = { index, ...(search && { search }), ...(isFiltered(filters) && { filters }) };
    const answer = await call(asked, signal);
    return answer.ok ? { ...answer, data: { scope, ...query, ...answer.data } } : answer;
  };
  return { scope, query, ...lateAnswer(ask()), cancel: () => given.abort() };
}

/** What a URL asks of the list of `scope`; a filter that the list does not leave open is passed over. */
function queryOf(url: string, scope: Scope): TransferQuery {
  const query = listQueryOf(url);
  const open = openFilters(scope);
  return {
    ...query,
    filters: changed(query.filters, {
      ...(open.form ? {} : { form: undefined }),
      ...(open.credit ? {} : { credit: undefined }),
      ...(open.debit ? {} : { debit: undefined }),
    }),
  };
}
