import type { PreviewTarget } from '@tallystick/registry/contract/admin-api';
import { processTime } from '@tallystick/shared/time/monotonic-clock';
import { LRUCache } from 'lru-cache';
import { digestOf, newSecret } from './secret.ts';

const validMs = 60_000;
/** Beyond, the oldest is forgotten. */
const maxOpen = 1_000;

export type Tickets = ReturnType<typeof openTickets>;

/**
 * Tickets by which a manager's browser, signed in at the admin API, gets a preview from the site
 * server of the same process. A ticket stands in a form's body, never in a URL.
 *
 * @param now milliseconds since 1970
 */
export function openTickets(now: () => number = processTime) {
  // A time to live includes its last millisecond.
  const open = new LRUCache<string, PreviewTarget>({
    max: maxOpen,
    ttl: validMs - 1,
    ttlResolution: 0,
    perf: { now },
  });
  return {
    issue(target: PreviewTarget): string {
      const ticket = newSecret();
      open.set(digestOf(ticket), target);
      return ticket;
    },
    /** What the ticket is for: once, within a minute; else null. */
    redeem(ticket: string): PreviewTarget | null {
      const key = digestOf(ticket);
      const target = open.get(key) ?? null;
      open.delete(key);
      return target;
    },
  };
}
