import { createHash, randomBytes } from 'node:crypto';
import type { PreviewTarget } from '@tallystick/registry/contract/admin-api';
import { processTime } from '@tallystick/shared/time/monotonic-clock';

/** How long a ticket is good, in milliseconds. */
const valid = 60_000;
const most = 1_000;

/**
 * Tickets by which a manager's browser, signed in at the admin API, gets a preview from the site
 * server of the same process. A ticket stands in a form's body, never in a URL.
 */
export interface Tickets {
  issue(target: PreviewTarget): string;
  /** What the ticket is for: once, within a minute; else null. */
  redeem(ticket: string): PreviewTarget | null;
}

/** @param now milliseconds since 1970 */
export function openTickets(now: () => number = processTime): Tickets {
  const open = new Map<string, { target: PreviewTarget; until: number }>();

  function forgetOld(): void {
    for (const [key, { until }] of open) {
      if (until > now() && open.size < most) return;
      open.delete(key);
    }
  }

  return {
    issue(target) {
      forgetOld();
      const ticket = randomBytes(32).toString('base64url');
      open.set(digest(ticket), { target, until: now() + valid });
      return ticket;
    },
    redeem(ticket) {
      const key = digest(ticket);
      const found = open.get(key);
      open.delete(key);
      return found !== undefined && found.until > now() ? found.target : null;
    },
  };
}

/** Kept in place of the ticket: how long a look-up takes then tells nothing of it. */
function digest(ticket: string): string {
  return createHash('sha256').update(ticket).digest('base64');
}
