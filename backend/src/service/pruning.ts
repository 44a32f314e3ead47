const every = 60_000;

/** Something that forgets what is no longer needed. */
export interface Prunable {
  prune(): Promise<void>;
}

/**
 * Lets each forget what it can, now and every minute, so that no request does it. What fails is
 * tried again the next time. `close` resolves when nothing of it runs any more.
 */
export function startPruning(...parts: readonly Prunable[]): { close(): Promise<void> } {
  const round = async () => {
    for (const part of parts) await part.prune().catch(() => {});
  };
  let running = round();
  const timer = setInterval(() => {
    running = running.then(round);
  }, every);
  timer.unref();
  return {
    async close() {
      clearInterval(timer);
      await running;
    },
  };
}
