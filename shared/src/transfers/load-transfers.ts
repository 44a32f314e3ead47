import type { Answer, ListQuery } from '@tallystick/shared/api';
import type { TransferList } from '../contracts/transfer.ts';
import { listQueryOf } from './list-query.ts';
import type { TransferPage } from './merge.ts';
import type { Scope } from './scope.ts';

/** The list call that answers for a scope. */
export type ListCall = (query: ListQuery, signal: AbortSignal) => Promise<Answer<TransferList>>;

/**
 * For a route's loader: the page of `scope` that the request's URL asks for, by `call`. A call that
 * fails is an answer too; only an aborted request rejects.
 */
export async function loadTransfers(
  request: Request,
  scope: Scope,
  call: ListCall,
): Promise<Answer<TransferPage>> {
  const { index, search } = listQueryOf(request.url);
  const answer = await call(search ? { index, search } : { index }, request.signal);
  return answer.ok ? { ...answer, data: { scope, index, search, ...answer.data } } : answer;
}
