import { Late, within } from '@tallystick/timing/within';

/** A value, and whether it is an earlier one because the source did not answer in time. */
export interface Read<T> {
  value: T;
  stale: boolean;
}

export interface SingleFlightOptions {
  /** Milliseconds that a question waits for the source while there is a last value. */
  staleAfterMs: number;
  /** Milliseconds after which a read counts as failed and the next one may begin. */
  timeoutMs: number;
  /** Called once when the source begins to fail, and with null when it answers again. */
  onTrouble(problem: unknown): void;
}

/**
 * A single flight with stale fallback, for a value that others change: it is read anew for each question, but never
 * twice at once. Questions that come while a read is under way share the next one.
 *
 * What it returns resolves to a value whose read began after the question, so that a change that was acknowledged
 * before is in it. If the source fails or is slower than `staleAfterMs`, the last value that it gave (`stale`);
 * rejects only while it has never given one.
 */
export function singleFlight<T>(
  read: () => Promise<T>,
  { staleAfterMs, timeoutMs, onTrouble }: SingleFlightOptions,
): () => Promise<Read<T>> {
  let last: { value: T; stale: true } | undefined;
  let running: Promise<Read<T>> | undefined;
  let next: Promise<Read<T>> | undefined;
  let failing = false;

  function report(problem: unknown): void {
    if (failing !== (problem !== null)) onTrouble(problem);
    failing = problem !== null;
  }

  async function readOnce(): Promise<Read<T>> {
    try {
      const value = await within(timeoutMs, read());
      last = { value, stale: true };
      report(null);
      return { value, stale: false };
    } catch (error) {
      report(error);
      if (last === undefined) throw error;
      return last;
    }
  }

  function begin(): Promise<Read<T>> {
    running = readOnce().finally(() => {
      running = undefined;
    });
    return running;
  }

  /** Waits longer than `staleAfterMs` only if there is no last value. */
  async function answer(reading: Promise<Read<T>>): Promise<Read<T>> {
    try {
      return await within(staleAfterMs, reading);
    } catch (error) {
      if (error instanceof Late) report(error);
      return last ?? reading;
    }
  }

  return async () => {
    if (running === undefined && next === undefined) return answer(begin());
    // A source that hangs is not waited for again by each question.
    if (failing && last !== undefined) return last;
    next ??= answer(
      Promise.allSettled([running]).then(() => {
        next = undefined;
        return begin();
      }),
    );
    return next;
  };
}
