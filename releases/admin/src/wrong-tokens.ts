import { networkOf } from '@tallystick/guard/network';
import { processTime } from '@tallystick/shared/time/monotonic-clock';
import { LRUCache } from 'lru-cache';

/** So many wrong tokens at once, then one more each `refill` milliseconds. */
const burst = 20;
const refill = 3_000;
const maxNetworks = 10_000;

/**
 * Counts wrong tokens by client address; good ones cost nothing.
 *
 * @param now milliseconds since 1970
 */
export function countWrongTokens(now: () => number = processTime) {
  /** By network: when all its wrong tokens will be forgotten. */
  const settledAt = new LRUCache<string, number>({ max: maxNetworks });

  return {
    /** Seconds until the address may try again; 0: now. */
    wait(address: string): number {
      const debt = (settledAt.get(networkOf(address)) ?? 0) - now();
      // More than the maximum: the clock was set back.
      if (debt > burst * refill) return 0;
      return Math.max(0, Math.ceil((debt - (burst - 1) * refill) / 1_000));
    },
    count(address: string): void {
      const network = networkOf(address);
      const before = Math.min(settledAt.get(network) ?? 0, now() + (burst - 1) * refill);
      const settled = Math.max(before, now()) + refill;
      settledAt.set(network, settled);
    },
  };
}
