import { LRUCache } from 'lru-cache';

/** Pages under way at once, and of one client. */
const maxUnderWay = 4;
const maxOfClient = 2;
const maxKnown = 10_000;
const minuteMs = 60_000;

/** Ends what was admitted. */
export type Leave = () => void;

export interface AdmissionOptions {
  /** Pages of one client a minute. */
  readonly perClient: number;
  /** Milliseconds, of a clock that only goes forward. */
  readonly now: () => number;
}

/**
 * Decides whose page is rendered now: a few at once, of several clients, and so many a minute of each. Who is not
 * admitted waits for nothing, as the browser can draw the page.
 */
export function openAdmission({ perClient, now }: AdmissionOptions) {
  /** `used` of the client's minute, as of `at`: it is given back as time goes on. */
  const clients = new LRUCache<string, { used: number; at: number; underWay: number }>({
    max: maxKnown,
  });
  let inAll = 0;

  /** Whether rendering is behind: whoever came now would wait for others' pages. */
  const isFull = () => inAll >= maxUnderWay;
  /** Null: not now. */
  function admit(client: string): Leave | null {
    const known = clients.get(client) ?? { used: 0, at: now(), underWay: 0 };
    const used = Math.max(0, known.used - ((now() - known.at) * perClient) / minuteMs);
    if (isFull() || known.underWay >= maxOfClient || used + 1 > perClient) return null;
    inAll += 1;
    known.underWay += 1;
    known.used = used + 1;
    known.at = now();
    clients.set(client, known);
    return () => {
      inAll -= 1;
      known.underWay -= 1;
    };
  }
  return { isFull, admit };
}
