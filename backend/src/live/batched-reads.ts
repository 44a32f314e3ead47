/**
 * Batches reads of single keys, with one query at a time: keys that are asked for while one runs are read
 * together in the next. So no answer is older than its question.
 *
 * @param read finds values by key; a key without a value resolves to undefined
 */
export function batchedReads<Key, Value>(
  read: (keys: readonly Key[]) => Promise<ReadonlyMap<Key, Value>>,
): (key: Key) => Promise<Value | undefined> {
  let next: { keys: Set<Key>; found: Promise<ReadonlyMap<Key, Value>> } | null = null;
  let last: Promise<unknown> = Promise.resolve();

  return async (key) => {
    if (next === null) {
      const keys = new Set<Key>();
      const found = last.then(() => {
        next = null;
        return read([...keys]);
      });
      last = found.catch(() => undefined);
      next = { keys, found };
    }
    next.keys.add(key);
    return (await next.found).get(key);
  };
}
