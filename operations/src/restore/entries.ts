import type { Entry } from '../archive/read.ts';

/** The entries of an archive by the folders that follow each other in it. */
export function openEntries(all: AsyncIterator<Entry>) {
  let next: IteratorResult<Entry> | undefined;
  return {
    /** Those that come next and whose names begin so. */
    async *below(prefix: string): AsyncGenerator<Entry> {
      for (;;) {
        next ??= await all.next();
        if (next.done === true || !next.value.name.startsWith(prefix)) return;
        const entry = next.value;
        next = undefined;
        yield entry;
      }
    },
  };
}
