import { type Frontier, frontierBytes, withLeaf } from '@tallystick/tile-log/tree';
import type { LogView } from './log-view.ts';
import type { EntryRow } from './read-entries.ts';
import { openReplay } from './replay.ts';
import { type Head, hashOf, type LogEnd, leafOf, type Recorded, type Seal } from './seal.ts';

export type Walk = ReturnType<typeof openWalk>;

/** Called for each entry of the log, with the tree that ends with it. */
export type OnEntry = (number: number, frontier: Frontier) => void;

/**
 * Walks the log entry by entry. Replays the entries that the registry wrote and nobody changed, and reports all others:
 * any of them may have replaced a revocation.
 *
 * @param views what parts read of it
 * @param wholly whether to verify the checkpoint of each entry, also where a later one covers it
 */
export function openWalk(seal: Seal, views: readonly LogView[], wholly = false) {
  const replay = openReplay(views);
  const problems: string[] = [];
  /** Problems of rows that the registry did not write, by number. A row of the registry can still follow there. */
  const foreign = new Map<number, string>();
  /** The last entry that was taken, with its checkpoint. */
  let end: (LogEnd & { note: string }) | null = null;
  let gap = 0;
  const reached = () => end?.size ?? 0;

  /**
   * Whether each of these is the next one of the tree, and the last is signed. A root covers all entries up to it, so
   * one verified signature is enough for all of them; verifying each is slow.
   */
  function areSealed(rows: readonly EntryRow[]): boolean {
    const last = rows.at(-1);
    if (last === undefined || seal.openEntry(last) === null) return false;
    let [number, frontier] = [reached(), end?.frontier ?? []];
    return rows.every((row) => {
      const isNext = row.number === number + 1 && isSame(frontierBytes(frontier), row.frontier);
      frontier = withLeaf(frontier, number, row.leaf);
      number += 1;
      return isNext;
    });
  }

  /** Takes an entry whose seal is valid. It may still be of a fork of the log. */
  function takeOne(row: EntryRow, frontier: Frontier, onEntry: OnEntry): void {
    const { number, recorded, kept, attestation } = row;
    foreign.delete(number);
    const expected = reached() + 1;
    const isWhole = recorded !== null && isLeafOf(row, recorded);
    const isForked =
      number === expected && !isSame(frontierBytes(end?.frontier ?? []), row.frontier);
    const problem = isForked
      ? `entry ${number} does not follow the entry before it`
      : flawOf(number, expected, recorded !== null, isWhole);
    if (problem !== null) {
      problems.push(problem);
      gap = number;
    }
    end = { size: number, frontier, note: row.checkpoint };
    onEntry(number, frontier);
    if (isWhole)
      problems.push(...replay.follow({ sequence: number, ...recorded }, kept, attestation));
  }

  return {
    /** The last entry that the registry has sealed, or null. */
    head: (): Head | null =>
      end && { sequence: end.size, hash: hashOf(end.frontier), note: end.note },
    /** The number of the last sealed entry; 0: none. */
    reached,
    /** The checkpoint of the last sealed entry. */
    note: (): string | null => end?.note ?? null,
    /** The newest entry before which one is missing, or that was changed; 0: none. */
    gap: (): number => gap,
    /** The state that the registry's own entries lead to. */
    replay,
    /** One line each. */
    problems: (): string[] => [...problems, ...foreign.values()],
    /** Takes further rows in the order of their numbers; those that were taken before are skipped. */
    take: (rows: readonly EntryRow[], onEntry: OnEntry = () => {}): void => {
      const next = rows.filter((row) => row.number > reached());
      const sealed = !wholly && areSealed(next);
      for (const row of next) {
        const { number, leaf } = row;
        const frontier = sealed
          ? withLeaf(end?.frontier ?? [], number - 1, leaf)
          : (seal.openEntry(row)?.frontier ?? null);
        if (frontier !== null) takeOne(row, frontier, onEntry);
        else foreign.set(number, `entry ${number} was not written by the registry`);
      }
    },
  };
}

function isSame(one: Uint8Array, other: Uint8Array): boolean {
  return Buffer.compare(one, other) === 0;
}

function isLeafOf({ leaf, salt, attestation }: EntryRow, recorded: Recorded): boolean {
  return isSame(leaf, leafOf(recorded, salt, attestation));
}

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
