import { setTimeout as wait } from 'node:timers/promises';

/** What `look` answers, once it does, within so many milliseconds; null: it did not. */
export async function until<T>(
  limitMs: number,
  look: () => Promise<T | null>,
  pauseMs = 50,
): Promise<T | null> {
  for (const end = Date.now() + limitMs; ; await wait(pauseMs)) {
    const found = await look().catch(() => null);
    if (found !== null || Date.now() > end) return found;
  }
}
