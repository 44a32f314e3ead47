import type { Entry } from '../archive/read.ts';

/**
 * Reads the entries of an archive folder by folder, in their order. The returned function gives the next entries as
 * long as their names begin with `prefix`.
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
