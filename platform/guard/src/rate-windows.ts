import { LRUCache } from 'lru-cache';
import type { SharedNetwork } from './network.ts';

/** What comes within such a part of a window is forgotten together, when the last of it is as old as the window. */
const parts = 10;

interface Part {
  count: number;
  readonly first: number;
  last: number;
}

interface Counted {
  /** The oldest first. */
  readonly parts: Part[];
  sum: number;
}

export type RateWindows = ReturnType<typeof openRateWindows>;

/**
 * Counts what each key does within a window that moves along, so that in no time of that length anybody does more than
 * `max`, wherever it begins. What is refused is not counted.
 *
 * @param length milliseconds
 * @param maxKeys keys that are remembered (LRU cache)
 * @param now milliseconds, never going back: with a wall clock that is set back by hours, no window would end for hours
 */
export function openRateWindows(max: number, length: number, maxKeys: number, now: () => number) {
  const keys = new LRUCache<string, Counted>({ max: maxKeys });

  /** What was counted of a key, without what is too old. */
  function countedOf(key: string, time: number): Counted {
    const counted = keys.get(key) ?? { parts: [], sum: 0 };
    keys.set(key, counted);
    for (let [oldest] = counted.parts; oldest; [oldest] = counted.parts) {
      if (oldest.last > time - length) break;
      counted.sum -= oldest.count;
      counted.parts.shift();
    }
    return counted;
  }

  function add(counted: Counted, time: number): void {
    counted.sum += 1;
    const newest = counted.parts.at(-1);
    if (newest === undefined || time - newest.first >= length / parts) {
      counted.parts.push({ count: 1, first: time, last: time });
      return;
    }
    newest.count += 1;
    newest.last = time;
  }

  return {
    /** Counts one more; answers 0, or in how many milliseconds there may be another in each of the networks. */
    take(networks: readonly SharedNetwork[]): number {
      const time = now();
      const found = networks.map(({ network, shares }) => ({
        counted: countedOf(network, time),
        most: max * shares,
      }));
      // A part has at least one, so the end of the oldest makes room.
      const waits = found.map(({ counted: { parts, sum }, most }) =>
        sum < most ? 0 : (parts[0]?.last ?? time) + length - time,
      );
      const wait = Math.max(0, ...waits);
      if (wait > 0) return wait;
      for (const { counted } of found) add(counted, time);
      return 0;
    },
  };
}
