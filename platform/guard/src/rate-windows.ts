import { LRUCache } from 'lru-cache';
import type { SharedNetwork } from './network.ts';

/** Parts of a window. Each is forgotten as a whole, once the last event in it is as old as the window is long. */
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
 * Counts what each key does within a sliding window: no stretch of that length has more than `max`, wherever it
 * begins. What is refused is not counted.
 *
 * @param length milliseconds
 * @param maxKeys keys that are remembered (LRU cache)
 * @param now milliseconds, never going back: if a wall clock were set back by hours, no window would end for hours
 */
export function openRateWindows(max: number, length: number, maxKeys: number, now: () => number) {
  // Made with the first key: it takes the memory for all keys at once, and many servers never count by all their windows.
  let keys: LRUCache<string, Counted> | undefined;

  /** What was counted of a key, without what is too old. */
  function countedOf(key: string, time: number): Counted {
    keys ??= new LRUCache<string, Counted>({ max: maxKeys });
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
    /** Counts one more in each network and answers 0; or counts nothing and says how many milliseconds to wait. */
    take(networks: readonly SharedNetwork[]): number {
      const time = now();
      const found = networks.map(({ network, shares }) => ({
        counted: countedOf(network, time),
        most: max * shares,
      }));
      // Each part holds at least one event, so there is room when the oldest part is forgotten.
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
