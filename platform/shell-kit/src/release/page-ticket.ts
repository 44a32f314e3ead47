import { ticketEntry } from '@tallystick/contract/release-news';
import { type Clock, systemClock } from '@tallystick/timing/clock';
import { servedTiming } from '../served-timing/served-timing.ts';

/**
 * Proof, sent with each report, that the site served this page for one remote. Failures of that remote alone
 * count. All code in the page can do what the page can, so it ends when code of another remote is to run.
 */
export type PageTicket = ReturnType<typeof takePageTicket>;

/** Milliseconds after which a page reports without one, and says that it runs if it has not reported. */
const patience = 10_000;

/** What a page sends with a ticket, and how it waits. */
export interface TicketParts {
  send: typeof fetch;
  /** For a page that may go: nobody waits for an answer. */
  sendLast: (path: string, body: string) => unknown;
  clock: Clock;
}

const ofBrowser: TicketParts = {
  send: (...order) => fetch(...order),
  sendLast: (...order) => navigator.sendBeacon(...order),
  clock: systemClock,
};

/**
 * Exchanges the one-time ticket that came with the page for a ticket that only this page knows. To be
 * called before code of any remote runs.
 *
 * The site takes a page that exchanged its ticket, and is not heard of again, for one whose code never came to an end.
 * So a page says that it runs as it goes, as it is hidden, or if its first report takes long.
 */
export function takePageTicket(
  // Absent where the page is no secure context, and where it comes from the offline cache.
  issued = servedTiming(ticketEntry) ?? null,
  { send, sendLast, clock }: TicketParts = ofBrowser,
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
  let isHeardOf = issued === null;
  const sayRuns = () => {
    if (!isHeardOf && issued !== null) sendLast('/releases/runs', issued);
    isHeardOf = true;
  };
  // Without one the page works as it does with it.
  if (issued !== null) {
    exchange(issued).then(settle, () => settle(null));
    clock(patience, sayRuns);
    addEventListener('pagehide', sayRuns, { once: true });
    document.addEventListener('visibilitychange', sayRuns, { once: true });
  }

  return {
    /** Null: there is none, or it has ended; undefined: it is on its way. */
    current: () => kept,
    /** Code of this remote is to run next. What another remote's does is not what the page began with. */
    beforeCodeOf(next: string) {
      if (next === app) return;
      kept = null;
      sayRuns();
    },
    /** The page reports by itself from now on. */
    reports() {
      isHeardOf = true;
    },
  };
}
