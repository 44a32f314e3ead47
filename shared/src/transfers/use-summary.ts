import { ledger } from '@tallystick/shared/api';
import { useEffect, useState } from 'react';
import type { ListFilters } from '../contracts/list-filters.ts';
import type { TransferSummary } from '../contracts/summary.ts';
import { searchOf } from './list-query.ts';
import { listOf, type Scope, scopeKey } from './scope.ts';

/**
 * How many transfers of a list there are by form and status under the filters; those of before until
 * the answer is there, and null where the service does not say.
 */
export function useSummary(scope: Scope, filters: ListFilters): TransferSummary | null {
  const [summary, setSummary] = useState<TransferSummary | null>(null);
  const key = scopeKey(scope) + searchOf({ index: 1, search: '', filters });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for scope and filters
  useEffect(() => {
    const given = new AbortController();
    ledger.summary({ ...listOf(scope), filters }, given.signal).then(
      (answer) => setSummary(answer.ok ? answer.data : null),
      () => {},
    );
    return () => given.abort();
  }, [key]);
  return summary;
}
