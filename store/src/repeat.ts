/**
 * Runs a task now and then every `everyMs` milliseconds, never twice at the same time; a failure is
 * ignored, because the next run is the retry. The returned function ends it and resolves when nothing
 * of it runs any more.
 */
export function repeat(everyMs: number, task: () => Promise<unknown>): () => Promise<void> {
  let running: Promise<unknown> | undefined;
  const run = () => {
    running ??= task()
      .catch(() => {})
      .finally(() => {
        running = undefined;
      });
  };
  run();
  const timer = setInterval(run, everyMs);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await running;
  };
}
