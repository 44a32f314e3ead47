const firstMs = 1_000;
const maxMs = 30_000;

/** Milliseconds of wait after `failures` failed attempts in a row (from 0), before jitter. */
export function backoff(failures: number): number {
  return Math.min(firstMs * 2 ** Math.min(failures, 10), maxMs);
}

/** Spreads a wait over its upper half, so that browsers cut off together do not return together. */
export function jittered(milliseconds: number, random: number): number {
  return Math.round(milliseconds * (1 - random / 2));
}
