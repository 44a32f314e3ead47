import type { Answer } from '@tallystick/shared/api';
import { useLocation, useNavigation } from '@tallystick/shared/router';
import { useEffect, useState } from 'react';
import { useLateAnswer } from '../late/late-answer.ts';
import { searchOf } from './list-query.ts';
import type { LoadingPage } from './load-transfers.ts';
import type { TransferPage } from './merge.ts';

type Failure = Extract<Answer<TransferPage>, { ok: false }>;

/** What there is of a list while one page of it is loaded after the other. */
export type LoadedPage = ReturnType<typeof useLoadedPage>;

/**
 * The page that came of `loading`, and until it comes the one before. An answer that comes after
 * another page was asked for is dropped, and its call given up.
 */
export function useLoadedPage(loading: LoadingPage) {
  const [kept, setKept] = useState<{
    /** The last page that came; null before the first one. */
    readonly page: TransferPage | null;
    /** Why the page that is asked for did not come; stays while it is asked for again. */
    readonly failure: Failure | null;
  }>({ page: null, failure: null });
  const turning = useTurning();

  // Before its answer is listened to, which may be another from now on.
  useEffect(() => loading.wait(), [loading]);
  const answer = useLateAnswer(loading);

  if (answer?.ok && kept.page !== answer.data) setKept({ page: answer.data, failure: null });
  if (answer?.ok === false && kept.failure !== answer) setKept({ ...kept, failure: answer });

  return {
    ...kept,
    /** Whether an answer is awaited. */
    pending: answer === null || turning,
    /** Whether `page` is not the one that is asked for. */
    stale: kept.page !== null && (turning || searchOf(kept.page) !== searchOf(loading.query)),
  };
}

/** Whether the router is on its way to another page of the same list. */
function useTurning(): boolean {
  const { pathname, search } = useLocation();
  const { location: next } = useNavigation();
  return next !== undefined && next.pathname === pathname && next.search !== search;
}
