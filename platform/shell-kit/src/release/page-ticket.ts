import { ticketEntry } from '@tallystick/contract/release-news';
import { servedTiming } from '../served-timing/served-timing.ts';

/**
 * What this page reports by: that the site served it as a page of one remote, of which alone its failures
 * count. All code in the page can do what the page can, so it ends when code of another remote is to run.
 */
export type PageTicket = ReturnType<typeof takePageTicket>;

/** Milliseconds after which a page reports without one. */
const patience = 10_000;

/**
 * Exchanges the ticket that came with the page, which is good once: what comes for it is known to nobody
 * else. To be called before code of any remote runs.
 */
export function takePageTicket(
  // Absent where the page is no secure context, and where it comes from the offline cache.
  issued = servedTiming(ticketEntry) ?? null,
  send: typeof fetch = fetch,
) {
  const app = issued?.split('.')[1];
  let kept: string | null | undefined = issued === null ? null : undefined;
  const settle = (ticket: string | null) => {
    if (kept === undefined) kept = ticket;
  };

  async function exchange(body: string): Promise<string | null> {
    const signal = AbortSignal.timeout(patience);
    const order = { method: 'POST', body, priority: 'low', signal } as const;
    const answer = await send('/releases/tickets', order);
    // Another remote could have changed by then how answers are read.
    return answer.status === 200 && kept === undefined ? await answer.text() : null;
  }
  // Without one the page works as it does with it.
  if (issued !== null) exchange(issued).then(settle, () => settle(null));

  return {
    /** Null: there is none, or it has ended; undefined: it is on its way. */
    current: () => kept,
    /** Code of this remote is to run next. */
    beforeCodeOf(next: string) {
      if (next !== app) kept = null;
    },
  };
}
