import { joinedRuns } from '@tallystick/store/joined-runs';

/**
 * Batches reads of single keys, with one query at a time. Keys that are asked for during a query,
 * and in the rest after it, are read together by the next. So no answer is older than its question.
 *
 * @param read finds values by key; a key without a value resolves to undefined
 */
export function batchedReads<Key, Value>(
  read: (keys: readonly Key[]) => Promise<ReadonlyMap<Key, Value>>,
  rest?: () => Promise<unknown>,
): (key: Key) => Promise<Value | undefined> {
  let keys = new Set<Key>();
  const readNext = joinedRuns(() => {
    const asked = [...keys];
    keys = new Set();
    return read(asked);
  }, rest);
  return async (key) => {
    keys.add(key);
    return (await readNext()).get(key);
  };
}
