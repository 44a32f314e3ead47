import { LRUCache } from 'lru-cache';

/** After so many failures in a row builds are left to browsers for `restMs`. */
const maxFailures = 3;
const restMs = 60_000;
const maxKnown = 500;

/** A circuit breaker: which builds are left to browsers for a while, because they failed again and again. */
export function openRests(now: () => number) {
  const known = new LRUCache<string, { failures: number; until: number }>({ max: maxKnown });
  return {
    seconds: restMs / 1_000,
    rests: (builds: string): boolean =>
      now() < (known.get(builds)?.until ?? Number.NEGATIVE_INFINITY),
    worked: (builds: string): void => void known.delete(builds),
    /** Whether they rest from now on. */
    failed(builds: string): boolean {
      const failures = (known.get(builds)?.failures ?? 0) + 1;
      const isOver = failures >= maxFailures;
      const until = isOver ? now() + restMs : Number.NEGATIVE_INFINITY;
      known.set(builds, { failures, until });
      return isOver;
    },
  };
}
