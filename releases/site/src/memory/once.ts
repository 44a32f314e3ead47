import type { LRUCache } from 'lru-cache';

/** What is kept under the key, or else made, and kept unless that fails; once, whoever asks meanwhile. */
export function once<Made>(
  kept: LRUCache<string, Promise<Made>>,
  key: string,
  make: () => Promise<Made>,
): Promise<Made> {
  const known = kept.get(key);
  if (known !== undefined) return known;
  const made = make();
  kept.set(key, made);
  made.catch(() => kept.delete(key));
  return made;
}
