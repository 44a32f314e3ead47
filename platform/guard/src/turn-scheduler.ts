/** The clock and the event loop; a test has its own. */
export interface TurnSource {
  /** Milliseconds, never going back. */
  now(): number;
  /** Calls back in the next turn of the event loop. */
  nextTurn(run: () => void): void;
  /** Calls back after so many milliseconds. */
  after(milliseconds: number, run: () => void): void;
}

export const machine: TurnSource = {
  now: () => performance.now(),
  nextTurn: (run) => setImmediate(run),
  after: (milliseconds, run) => void setTimeout(run, milliseconds),
};

/**
 * Calls `turn` in turns of the event loop, as often as it is asked for.
 *
 * @param turn gets the milliseconds since it was asked for, which is what the turn before took at least
 * @param isNeeded asked at the time of `wakeAt`: whether a turn has anything to do
 */
export function openScheduler(
  { now, nextTurn, after }: TurnSource,
  turn: (tookMs: number) => void,
  isNeeded: () => boolean,
) {
  /** When a turn is to be asked for; infinite: at no certain time. */
  let wakesAt = Number.POSITIVE_INFINITY;
  let isScheduled = false;

  function schedule(): void {
    if (isScheduled) return;
    isScheduled = true;
    const from = now();
    nextTurn(() => {
      isScheduled = false;
      turn(now() - from);
    });
  }

  return {
    /** Asks for the next turn of the event loop. */
    schedule,
    /** Asks for a turn at a time. If there are several times, the earliest counts. */
    wakeAt(time: number): void {
      if (time >= wakesAt) return;
      wakesAt = time;
      after(Math.max(0, time - now()), () => {
        if (time !== wakesAt) return;
        wakesAt = Number.POSITIVE_INFINITY;
        if (isNeeded()) schedule();
      });
    },
  };
}
