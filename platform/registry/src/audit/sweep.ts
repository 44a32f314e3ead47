import { entriesPerRead, type ReadEntries } from './read-entries.ts';
import type { Walk } from './walk.ts';

/** A walk over entries that were followed before, and where it reads on. */
interface Sweep {
  walk: Walk;
  from: number;
}

/**
 * Reads the whole log again in small steps, for changes of entries that were followed before.
 *
 * @param begin a walk from the first entry
 * @param unsealed problems of rows that are no entries of the log
 */
export function openSweep(
  read: ReadEntries,
  begin: () => Walk,
  unsealed: () => Promise<readonly string[]>,
) {
  let sweeping: Sweep | null = null;
  let found: readonly string[] = [];

  return {
    /** Reads the next entries. After the last one it begins again. */
    step: async (): Promise<void> => {
      sweeping ??= { walk: begin(), from: 1 };
      const { walk, from } = sweeping;
      const rows = await read(from, entriesPerRead);
      walk.take(rows);
      sweeping.from = (rows.at(-1)?.number ?? 0) + 1;
      if (rows.length === entriesPerRead) return;
      found = [...walk.problems(), ...(await unsealed())];
      sweeping = null;
    },
    /** What the last whole sweep found and what this one has found so far, one line each. */
    problems: (): string[] => [...found, ...(sweeping?.walk.problems() ?? [])],
  };
}
