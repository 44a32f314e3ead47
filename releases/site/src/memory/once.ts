import type { LRUCache } from 'lru-cache';

/** The cached value of a key, or a new one; concurrent calls share it, and a failure is not cached. */
export function once<Made>(
  cache: LRUCache<string, Promise<Made>>,
  key: string,
  make: () => Promise<Made>,
): Promise<Made> {
  const known = cache.get(key);
  if (known !== undefined) return known;
  const made = make();
  cache.set(key, made);
  made.catch(() => cache.delete(key));
  return made;
}
