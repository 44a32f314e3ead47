/** What a machine says of time, in milliseconds. */
export interface TimeSource {
  /** Since 1970. It may be set back or ahead at any moment. */
  wall(): number;
  /** Since some moment, at an even pace. It stands still while the machine is suspended. */
  elapsed(): number;
}

/** The machine's own time. */
export const machineTime: TimeSource = {
  wall: () => Date.now(),
  elapsed: () => performance.now(),
};

/**
 * Time since 1970 that never goes back. It goes with the wall clock, also when that is set ahead,
 * because the machine may have slept. When that is set back, time goes on evenly from where it was.
 * So nothing waits longer than it has to, and what has expired stays expired.
 */
export function monotonicClock({
  wall = machineTime.wall,
  elapsed = machineTime.elapsed,
}: Partial<TimeSource> = {}) {
  let time = Number.NEGATIVE_INFINITY;
  let readAt = 0;
  const read = () => {
    const passed = elapsed();
    time = Math.max(wall(), time + (passed - readAt));
    readAt = passed;
    return time;
  };
  return {
    /** Whole milliseconds. */
    now: () => Math.floor(read()),
    /** It is at least so late, as somebody else has seen. */
    raise: (seen: number) => {
      time = Math.max(read(), seen);
    },
  };
}

/** The one clock for what lives in this process alone; what is stored has its store's. */
export const { now: processTime } = monotonicClock();
