import { actingFor } from './caller.ts';

/**
 * Runs `run` once at a time: whoever asks meanwhile shares the run that is under way. It is the process's own work: the
 * client that asked first may disconnect, and the others still want it.
 */
export function singleFlight<T>(run: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | null = null;
  return () => {
    running ??= actingFor(undefined, run).finally(() => {
      running = null;
    });
    return running;
  };
}

/** Runs a task every `everyMs` milliseconds, never twice at the same time; the next run is the retry. */
export function every(everyMs: number, task: () => Promise<unknown>) {
  const once = singleFlight(task);
  let last: Promise<unknown> = Promise.resolve();
  const run = (): Promise<unknown> => {
    const result = once();
    last = result.catch(() => {});
    return result;
  };
  const timer = setInterval(() => run().catch(() => {}), everyMs);
  timer.unref();
  return {
    /** Runs it now, or shares the run that is under way. */
    run,
    /** Runs it once what is under way has ended, which may have read what was there before. */
    again: async (): Promise<void> => {
      await last;
      await run();
    },
    /** Ends it; resolves when nothing of it runs any more. */
    close: async (): Promise<void> => {
      clearInterval(timer);
      await last;
    },
  };
}

/** The same, for the first time now; the returned function ends it. */
export function repeat(everyMs: number, task: () => Promise<unknown>): () => Promise<void> {
  const { run, close } = every(everyMs, task);
  run().catch(() => {});
  return close;
}
