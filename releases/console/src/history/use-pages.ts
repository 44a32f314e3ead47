import { useEffect, useState } from 'react';
import type { Admin } from '../admin/admin.ts';
import type { Answer } from '../admin/answer.ts';
import { useAdmin, useCall } from '../admin/use-admin.ts';
import { useQuery } from '../live/use-query.ts';
import { type Page, withNewest, withOlder } from './pages.ts';

/** Reads a page of what is before `before`; null: the newest. */
export type ReadPage<T> = (
  admin: Admin,
  before: number | null,
  signal?: AbortSignal,
) => Promise<Answer<Page<T>>>;

/**
 * A list that grows at its newest end, kept in step there; older pages as they are asked for.
 *
 * @param key names the list; `numberOf` numbers its items
 */
export function usePages<T>(key: string, read: ReadPage<T>, numberOf: (item: T) => number) {
  const admin = useAdmin();
  const newest = useQuery(key, (from, signal) => read(from, null, signal));
  const older = useCall();
  const [seen, setSeen] = useState<Page<T> | null>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: numbers of items do not change
  useEffect(() => {
    const page = newest.value;
    if (page !== null) setSeen((last) => withNewest(last, page, numberOf));
  }, [newest.value]);

  async function loadMore(): Promise<void> {
    const before = seen?.next ?? null;
    if (before === null) return;
    const answer = await older.run(read(admin, before));
    if (answer.ok) setSeen((last) => withOlder(last, answer.value, before));
  }

  const trouble = newest.trouble ?? older.trouble;
  return { seen, at: newest.at, trouble, busy: older.busy, loadMore };
}
