/** Runs `run` once at a time: whoever asks meanwhile shares the run that is under way. */
export function singleFlight<T>(run: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | null = null;
  return () => {
    running ??= run().finally(() => {
      running = null;
    });
    return running;
  };
}

/** Something that is done again and again, never twice at once. */
export interface Repeated {
  /** Does it now, or shares the run that is under way. */
  run(): Promise<void>;
  /** Resolves when no run is under way. */
  idle(): Promise<void>;
  /** Does it no more; resolves when the last run has ended. */
  close(): Promise<void>;
}

/** Runs `run` every `pace` milliseconds; one that fails is tried again at the next. */
export function repeat(run: () => Promise<void>, pace: number): Repeated {
  const once = singleFlight(run);
  let last: Promise<void> = Promise.resolve();
  const runOnce = () => {
    const result = once();
    last = result.catch(() => {});
    return result;
  };
  const timer = setInterval(() => runOnce().catch(() => {}), pace);
  timer.unref();
  return {
    run: runOnce,
    idle: () => last,
    close: async () => {
      clearInterval(timer);
      await last;
    },
  };
}
