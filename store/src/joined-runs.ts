/**
 * Shares runs among those that ask: one at a time, and the next one begins after `rest`. So however many ask,
 * there are no more runs than the rests allow. Each gets a run that begins after it asked.
 */
export function joinedRuns<T>(
  run: () => Promise<T>,
  rest: () => Promise<unknown> = async () => undefined,
): () => Promise<T> {
  let next: Promise<T> | null = null;
  let ready: Promise<unknown> = Promise.resolve();
  return () => {
    if (next !== null) return next;
    next = ready.then(() => {
      next = null;
      return run();
    });
    ready = next.then(rest, rest);
    return next;
  };
}
