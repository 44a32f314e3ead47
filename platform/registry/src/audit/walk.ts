import type { LogView } from './log-view.ts';
import type { EntryRow } from './read-entries.ts';
import { openReplay } from './replay.ts';
import { emptyHash, type Head, leafOf, openSeal, type Recorded, type Seal } from './seal.ts';

const unsigned = openSeal(null);

export type Walk = ReturnType<typeof openWalk>;

/**
 * The log, walked entry by entry. Follows the entries that the registry wrote and nobody changed; of others it says
 * that they are there. Each of them may stand where a revocation stood.
 *
 * @param views what parts read of it
 */
export function openWalk(seal: Seal, views: readonly LogView[]) {
  const replay = openReplay(views);
  const problems: string[] = [];
  /** What is no entry of the registry, by its number: its place may be given to one yet. */
  const foreign = new Map<number, string>();
  let head: Head | null = null;
  let gap = 0;
  const reached = () => head?.sequence ?? 0;
  /**
   * Whether each of these follows the one before, and the last is signed: a root covers all entries up to it, so that
   * one look at a signature, which is slow, does for all.
   */
  function areSealed(rows: readonly EntryRow[]): boolean {
    const last = rows.at(-1);
    if (last === undefined || seal.open(last) === null) return false;
    let [number, hash] = [reached(), head?.hash ?? emptyHash];
    return rows.every((row) => {
      const opened = unsigned.open(row);
      const isNext = row.number === number + 1 && opened?.previousHash === hash;
      [number, hash] = [row.number, opened?.hash ?? ''];
      return isNext;
    });
  }

  /** @param by what says whether the registry has sealed it */
  function takeOne(row: EntryRow, by: Seal, onHead: (head: Head) => void): void {
    const { number, recorded, kept, statement } = row;
    const opened = by.open(row);
    if (opened === null) {
      foreign.set(number, `entry ${number} was not written by the registry`);
      return;
    }
    foreign.delete(number);
    const expected = reached() + 1;
    const isWhole = recorded !== null && isLeafOf(row, recorded);
    const isForked = number === expected && opened.previousHash !== (head?.hash ?? emptyHash);
    const problem = isForked
      ? `entry ${number} does not follow the entry before it`
      : flawOf(number, expected, recorded !== null, isWhole);
    if (problem !== null) {
      problems.push(problem);
      gap = number;
    }
    const { hash, previousHash } = opened;
    head = { sequence: number, hash, note: row.checkpoint };
    onHead(head);
    if (!isWhole) return;
    const entry = { sequence: number, ...recorded, previousHash, hash };
    problems.push(...replay.follow(entry, kept, statement));
  }

  return {
    /** The last entry that the registry has sealed, or null. */
    head: (): Head | null => head,
    /** Its number; 0: none. */
    reached,
    /** The newest entry before which one is missing, or that was changed; 0: none. */
    gap: (): number => gap,
    /** What the entries say that the registry wrote. */
    replay,
    /** One line each. */
    problems: (): string[] => [...problems, ...foreign.values()],
    /**
     * Takes the rows at the next numbers that there are, in their order; those that were taken are passed over.
     *
     * @param onHead is told of each head that the log had
     */
    take: (rows: readonly EntryRow[], onHead: (head: Head) => void = () => {}): void => {
      const next = rows.filter((row) => row.number > reached());
      const by = areSealed(next) ? unsigned : seal;
      for (const row of next) takeOne(row, by, onHead);
    },
  };
}

const isLeafOf = ({ leaf, salt, statement }: EntryRow, recorded: Recorded) =>
  Buffer.from(leaf).equals(leafOf(recorded, salt, statement));

function flawOf(
  number: number,
  expected: number,
  isThere: boolean,
  isWhole: boolean,
): string | null {
  if (number !== expected) return `entry ${expected} is missing`;
  if (!isThere) return `entry ${number} is missing`;
  return isWhole ? null : `entry ${number} is not what was sealed`;
}
