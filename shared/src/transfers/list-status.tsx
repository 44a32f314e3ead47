import { useEffect, useRef, useState } from 'react';
import { lastPage } from '../format/range-label.ts';
import { isFiltered } from './list-filters.ts';
import { asksForAll, sameQuestion } from './list-query.ts';
import type { TransferPage } from './merge.ts';
import type { Reading } from './reading.ts';
import { strings } from './strings.ts';

interface ListStatusProps {
  readonly reading: Reading;
  readonly pending: boolean;
}

/** Milliseconds to the first word on what came in, and between two. */
const soon = 1000;
const seldom = 20_000;

/** Says, for those who do not see it, what page is there, and now and then how many came in. */
export function ListStatus({ reading, pending }: ListStatusProps) {
  const { shown, latest, loaded, holds } = reading;
  const [words, setWords] = useState('');
  const first = useRef<TransferPage>(null);
  const counted = useRef({ count: 0, due: 0 });

  useEffect(() => {
    if (!loaded) return;
    const { current: before } = first;
    first.current = loaded;
    // The same page again: what came in since is still to be said.
    if (before?.index === loaded.index && sameQuestion(before, loaded)) return;
    counted.current = { count: loaded.count, due: 0 };
    // A screen reader says the heading on the first load, so only later turns of the page are announced here.
    if (before) setWords(wordsOf(loaded));
  }, [loaded]);

  const count = latest?.count ?? 0;
  const silent = holds.has('paused');
  useEffect(() => {
    const { count: before, due } = counted.current;
    if (silent || count <= before) return;
    const now = performance.now();
    if (due === 0) counted.current.due = now + soon;
    const timer = setTimeout(
      () => {
        setWords(strings.cameIn(count - before, count));
        counted.current = { count, due: performance.now() + seldom };
      },
      Math.max(0, counted.current.due - now),
    );
    return () => clearTimeout(timer);
  }, [count, silent]);

  return (
    <p className="visually-hidden" role="status">
      {pending && !shown ? strings.pleaseWait : words}
    </p>
  );
}

/** Other words than those that are seen: whoever hears them hears both. */
function wordsOf(page: TransferPage): string {
  const { index, search, filters, count, more = false, list } = page;
  if (index === 1 && !asksForAll(page)) {
    return strings.found(count, search, isFiltered(filters), more);
  }
  return list.length > 0 ? strings.atPage(index, lastPage(count)) : strings.afterTheEnd(index);
}
