import { Spinner } from '@tallystick/ui/spinner';
import { type ReactNode, useEffect, useState } from 'react';
import type { Admin } from '../admin/admin.ts';
import type { Answer } from '../admin/answer.ts';
import { useAdmin, useCall } from '../admin/use-admin.ts';
import { useQuery } from '../live/use-query.ts';
import { strings } from '../strings.ts';
import { Action } from '../ui/action.tsx';
import { TroubleNotice } from '../ui/trouble-notice.tsx';
import { type Page, withNewest, withOlder } from './pages.ts';

/** Reads a page of what is before `before`; null: the newest. */
export type ReadPage<T> = (
  admin: Admin,
  before: number | null,
  signal?: AbortSignal,
) => Promise<Answer<Page<T>>>;

interface PagedListProps<T> {
  /** Names the list: another one is read anew. */
  readonly name: string;
  readonly read: ReadPage<T>;
  readonly numberOf: (item: T) => number;
  /** What to say where there is nothing. */
  readonly empty: string;
  readonly children: (items: readonly T[]) => ReactNode;
}

/** A list that grows at its newest end, kept in step there; older pages as they are asked for. */
export function PagedList<T>({ name, read, numberOf, empty, children }: PagedListProps<T>) {
  const admin = useAdmin();
  const newest = useQuery(name, (from, signal) => read(from, null, signal));
  const older = useCall();
  const [seen, setSeen] = useState<Page<T> | null>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: numbers of items do not change
  useEffect(() => {
    const page = newest.value;
    if (page !== null) setSeen((last) => withNewest(last, page, numberOf));
  }, [newest.value]);

  async function loadMore(before: number): Promise<void> {
    if (older.busy) return;
    const answer = await older.run(read(admin, before));
    if (answer.ok) setSeen((last) => withOlder(last, answer.value, before));
  }

  const trouble = newest.trouble ?? older.trouble;
  const next = seen?.next ?? null;
  return (
    <>
      <TroubleNotice trouble={trouble} shownAt={newest.at} />
      {seen === null && trouble === null ? <Spinner text={strings.wait} /> : null}
      {seen === null ? null : seen.items.length === 0 ? <p>{empty}</p> : children(seen.items)}
      {next === null ? null : (
        <div>
          <Action onClick={() => void loadMore(next)}>
            {older.busy ? strings.wait : strings.history.more}
          </Action>
        </div>
      )}
    </>
  );
}
