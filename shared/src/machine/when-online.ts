import { backoff, jittered } from '@tallystick/timing/backoff';

/** How often it is tried again after the first time. */
const more = 5;

/**
 * Calls `retry` when the browser says that it is online, and some times more, further and further apart: it says so
 * before requests get through. Returns the way out, for what has succeeded.
 *
 * @param retry `again`: not the first time, so an earlier one may still be under way
 */
export function whenOnline(retry: (again: boolean) => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const attempt = (failures: number) => {
    retry(failures > 0);
    if (failures === more) return;
    timer = setTimeout(() => attempt(failures + 1), jittered(backoff(failures), Math.random()));
  };
  const begin = () => {
    clearTimeout(timer);
    attempt(0);
  };
  addEventListener('online', begin);
  return () => {
    clearTimeout(timer);
    removeEventListener('online', begin);
  };
}
