import type { FastifyRateLimitStore, FastifyRateLimitStoreCtor } from '@fastify/rate-limit';
import { LRUCache } from 'lru-cache';

/**
 * Counts requests in windows that end by a monotonic clock. The library's own store uses the wall
 * clock: when that is set back by hours, no window ends for hours.
 *
 * @param maxKeys keys that are remembered (LRU cache)
 * @param now milliseconds, never going back
 */
export function rateWindows(maxKeys: number, now: () => number): FastifyRateLimitStoreCtor {
  return class implements FastifyRateLimitStore {
    readonly #windows = new LRUCache<string, { count: number; end: number }>({ max: maxKeys });

    incr(
      key: string,
      done: (error: null, counted: { current: number; ttl: number }) => void,
      length: number,
    ): void {
      const time = now();
      const known = this.#windows.get(key);
      const end = known !== undefined && known.end > time ? known.end : time + length;
      const count = known?.end === end ? known.count + 1 : 1;
      this.#windows.set(key, { count, end });
      done(null, { current: count, ttl: end - time });
    }

    child(): FastifyRateLimitStore {
      return this;
    }
  };
}
