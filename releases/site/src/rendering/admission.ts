import { openSlots } from '@tallystick/guard/slots';
import { LRUCache } from 'lru-cache';

/** Pages under way at once, and of one client. */
const maxUnderWay = 4;
const maxOfClient = 2;
const maxKnown = 10_000;
const minuteMs = 60_000;

/**
 * Decides whose page is rendered now: a few at once, of several clients, and so many a minute of each. Who is not
 * admitted waits for nothing, as the browser can draw the page.
 *
 * @param perClient pages of one client a minute
 * @param now milliseconds, of a clock that only goes forward
 */
export function openAdmission(perClient: number, now: () => number) {
  const slots = openSlots({ inAll: maxUnderWay, perClient: maxOfClient, newcomers: maxUnderWay });
  /** `used` of the client's minute, as of `at`: it is given back as time goes on. */
  const clients = new LRUCache<string, { used: number; at: number }>({ max: maxKnown });

  return {
    /** Whether rendering is behind: whoever came now would wait for others' pages. */
    isFull: () => slots.size() >= maxUnderWay,
    /** Call what it returns when the page is rendered. Null: not now. */
    admit(client: string): (() => void) | null {
      const known = clients.get(client) ?? { used: 0, at: now() };
      const used = Math.max(0, known.used - ((now() - known.at) * perClient) / minuteMs);
      const leave = used + 1 > perClient ? null : slots.acquire({ client });
      if (leave !== null) clients.set(client, { used: used + 1, at: now() });
      return leave;
    },
  };
}
