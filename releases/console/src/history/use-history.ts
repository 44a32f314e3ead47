import { useEffect, useState } from 'react';
import type { Trouble } from '../admin/answer.ts';
import { useAdmin } from '../admin/use-admin.ts';
import { useReading } from '../live/use-reading.ts';
import { type SeenRevisions, withNewest, withOlder } from './seen-revisions.ts';

const pageLength = 25;

/** The history of a channel, kept in step at its newest end; older pages as they are asked for. */
export function useHistory(channel: string, app: string | null) {
  const admin = useAdmin();
  const newest = useReading(`history ${channel} ${app}`, (from, signal) =>
    from.history(channel, { app, before: null, limit: pageLength }, signal),
  );
  const [seen, setSeen] = useState<SeenRevisions | null>(null);
  const [olderTrouble, setOlderTrouble] = useState<Trouble | null>(null);
  const [busy, setBusy] = useState(false);

  useEffect(() => {
    const page = newest.value;
    if (page !== null) setSeen((last) => withNewest(last ?? { revisions: [], next: null }, page));
  }, [newest.value]);

  async function loadMore(): Promise<void> {
    if (seen === null || seen.next === null) return;
    setBusy(true);
    const answer = await admin.history(channel, { app, before: seen.next, limit: pageLength });
    setBusy(false);
    setOlderTrouble(answer.ok ? null : answer);
    if (answer.ok) setSeen((last) => withOlder(last ?? seen, answer.value));
  }

  return { seen, at: newest.at, trouble: newest.trouble ?? olderTrouble, busy, loadMore };
}
