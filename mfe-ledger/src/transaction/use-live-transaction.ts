import { transferFeed } from '@tallystick/shared/realtime';
import { useNavigation, useRevalidator } from '@tallystick/shared/router';
import { useEffect, useState } from 'react';
import type { Transaction } from './load-transaction.ts';
import { touches } from './touches.ts';

/** Milliseconds from one load to the next at least, however much is recorded. */
const pace = 1_000;

/**
 * Loads an open page again when something that it shows was recorded. Returns how often what the
 * transfer says has changed since the page was opened.
 */
export function useLiveTransaction(loaded: Transaction | null): number {
  const { revalidate } = useRevalidator();
  // A load that begins now would have the router begin again where the visitor is going.
  const stays = useNavigation().state === 'idle';
  /** What was loaded before something of it was recorded. */
  const [old, setOld] = useState<Transaction | null>(null);
  const isDue = loaded !== null && old === loaded && stays;
  useEffect(() => {
    if (!loaded) return;
    return transferFeed().subscribe((message) => {
      if (message.type === 'refetch' || touches(loaded, message.event.transfer)) setOld(loaded);
    }, loaded.transfer.sequence);
  }, [loaded]);
  useEffect(() => {
    if (!isDue) return;
    const timer = setTimeout(() => {
      // A load that fails leaves the page as it is: the next event is one more reason to load.
      void revalidate().finally(() => setOld((now) => (now === loaded ? null : now)));
    }, pace);
    return () => clearTimeout(timer);
  }, [isDue, loaded, revalidate]);

  const [shown, setShown] = useState({ loaded, changes: 0 });
  if (shown.loaded === loaded) return shown.changes;
  const next = { loaded, changes: changesAfter(shown.loaded, loaded, shown.changes) };
  setShown(next);
  return next.changes;
}

function changesAfter(before: Transaction | null, after: Transaction | null, changes: number) {
  if (before?.transfer.item !== after?.transfer.item) return 0;
  return textOf(before) === textOf(after) ? changes : changes + 1;
}

/** What the page says of the transfer itself. */
function textOf(transaction: Transaction | null): string {
  return JSON.stringify([{ ...transaction?.transfer, sequence: 0 }, transaction?.vars]);
}
