/** What a map and an LRU cache both do. */
interface Cache<Key, Made> {
  get(key: Key): Promise<Made> | undefined;
  set(key: Key, made: Promise<Made>): unknown;
  delete(key: Key): unknown;
}

/**
 * The cached value of a key, or a new one; concurrent calls share it. A failure is not cached, nor is what `keeps`
 * says no to.
 */
export function once<Key, Made>(
  cache: Cache<Key, Made>,
  key: Key,
  make: () => Promise<Made>,
  keeps: (made: Made) => boolean = () => true,
): Promise<Made> {
  const known = cache.get(key);
  if (known !== undefined) return known;
  const made = make();
  cache.set(key, made);
  const forget = () => cache.delete(key);
  made.then((one) => keeps(one) || forget(), forget);
  return made;
}
