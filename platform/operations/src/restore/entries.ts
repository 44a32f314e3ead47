import type { Entry } from '../archive/read.ts';

/**
 * Reads the entries of an archive by its folders, which follow each other: the returned function gives those that come
 * next and whose names begin so.
 */
export function openEntries(all: AsyncIterator<Entry>) {
  let next: IteratorResult<Entry> | undefined;
  return async function* below(prefix: string): AsyncGenerator<Entry> {
    for (;;) {
      next ??= await all.next();
      if (next.done === true || !next.value.name.startsWith(prefix)) return;
      const entry = next.value;
      next = undefined;
      yield entry;
    }
  };
}
