/**
 * Reads for many what each asks for, with one reading at a time: what is asked while one is under way is
 * read together in the next. So no answer is older than its question.
 *
 * @param read answers for several keys, in any order; what it has no answer for is undefined
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
