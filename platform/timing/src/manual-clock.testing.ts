import type { Clock } from './clock.ts';

/** A clock that stands still until it is advanced. */
export function createManualClock() {
  let now = 0;
  const timers = new Set<{ at: number; run: () => void }>();
  const clock: Clock = (milliseconds, run) => {
    const timer = { at: now + milliseconds, run };
    timers.add(timer);
    return () => timers.delete(timer);
  };
  return {
    clock,
    now: () => now,
    /** When the timers that run now are due. */
    due: () => [...timers].map((timer) => timer.at),
    advance: (milliseconds: number) => {
      now += milliseconds;
      for (const timer of [...timers].filter(({ at }) => at <= now)) {
        if (timers.delete(timer)) timer.run();
      }
    },
  };
}
