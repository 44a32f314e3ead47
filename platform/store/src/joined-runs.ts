import { actingFor } from './caller.ts';

/**
 * Shares runs among those that ask: one at a time, and the next one begins after `rest`. So however many ask,
 * there are no more runs than the rests allow. Each gets a run that begins after it asked.
 * A run is nobody's work: who asked first may go, and the others still want it.
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
      return actingFor(undefined, run);
    });
    ready = next.then(rest, rest);
    return next;
  };
}
