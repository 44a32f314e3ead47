/** Longer than any wait that the service names: then the clock was set back meanwhile. */
const maxWaitMs = 2 * 60 * 60_000;

/** Whole seconds from `now` until `time` (both milliseconds since 1970); 0 if it is over. */
export function waitUntil(time: number, now: number): number {
  const left = time - now;
  return left <= 0 || left > maxWaitMs ? 0 : Math.ceil(left / 1_000);
}

export function isOver(time: number, now: number): boolean {
  return waitUntil(time, now) === 0;
}
