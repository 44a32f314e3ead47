import { ticketEntry } from '@tallystick/shared/contracts/release-news';
import { servedTiming } from '@tallystick/shared/http/served-timing';

/**
 * What this page reports by: that the site served it as a page of one remote, of which alone its failures
 * count. All code in the page can do what the page can, so it ends when code of another remote is to run.
 */
export type PageTicket = ReturnType<typeof takePageTicket>;

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
  let kept: string | null = null;
  let ended = false;

  async function exchange(body: string): Promise<void> {
    const answer = await send('/releases/tickets', { method: 'POST', body, priority: 'low' });
    // Another remote could have changed by then how answers are read.
    if (answer.status !== 200 || ended) return;
    const text = await answer.text();
    if (!ended) kept = text;
  }
  // Without one the page works as it does with it.
  if (issued !== null) exchange(issued).catch(() => {});

  return {
    /** Null: there is none, or it has ended. */
    current: () => kept,
    /** Code of this remote is to run next. */
    beforeCodeOf(next: string) {
      if (next === app) return;
      ended = true;
      kept = null;
    },
  };
}
