import { sharersOf } from '@tallystick/guard/network';
import { openRateWindows } from '@tallystick/guard/rate-windows';
import { openSlots } from '@tallystick/guard/slots';

/** Pages under way at once, and of one client. */
const maxUnderWay = 4;
const maxOfClient = 2;
const maxKnown = 10_000;
const minuteMs = 60_000;

/**
 * Decides whose page is rendered now: a few at once, of several clients, and a limited number a minute of each. A client
 * that is not admitted does not wait: its browser can draw the page.
 *
 * @param perClient pages of one client a minute
 * @param now milliseconds, of a clock that only goes forward
 */
export function openAdmission(perClient: number, now: () => number) {
  const slots = openSlots({ inAll: maxUnderWay, perClient: maxOfClient, newcomers: maxUnderWay });
  const windows = openRateWindows(perClient, minuteMs, maxKnown, now);

  return {
    /** Whether a request that comes now would wait for others' pages. */
    isFull: () => slots.size() >= maxUnderWay,
    /** Call what it returns when the page is rendered. Null: not now. */
    admit(client: string): (() => void) | null {
      const leave = slots.acquire({ client });
      if (leave === null || windows.take(sharersOf(client)) === 0) return leave;
      leave();
      return null;
    },
  };
}
