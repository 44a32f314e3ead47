import { actingFor } from './caller.ts';

/**
 * Shares runs among callers: one at a time, and the next one begins after `rest`. So however many ask, there are no more
 * runs than the rests allow. Each caller gets a run that begins after it asked. A run is the process's own work: the
 * client that asked first may disconnect, and the others still want it.
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
