import type { Writer } from '../store/writes.ts';
import type { FurthestHead } from './furthest-head.ts';
import { entriesIn, entriesPerRead, type ReadEntries } from './read-entries.ts';
import type { Replay } from './replay.ts';
import type { Head } from './seal.ts';
import type { Walk } from './walk.ts';

/** One walk of the log from its beginning, and whether the log still has the furthest head that was seen. */
interface Followed {
  walk: Walk;
  /** The log has another entry in place of the furthest head. */
  forked: boolean;
  /** Revocations of what was granted up to this entry may be missing. 0: none; null: the end was not reached yet. */
  doubtful: number | null;
}

/**
 * Follows the log as it grows, and notices when its end was cut off or when it was replaced.
 *
 * @param begin a walk from the first entry
 */
export function openFollowing(read: ReadEntries, begin: () => Walk, furthest: FurthestHead) {
  let followed = restart();

  function restart(): Followed {
    return { walk: begin(), forked: false, doubtful: null };
  }

  function isCut({ walk, forked }: Followed): boolean {
    return forked || walk.reached() < furthest.reached();
  }

  /**
   * What the log says now: everything that was committed before the call is in it. It is one indexed read while nothing
   * was appended. Within a transaction, call it before that one appends anything.
   */
  async function follow(trx?: Writer): Promise<Replay> {
    const readOn = trx === undefined ? read : entriesIn(trx);
    let from: number | null = null;
    for (;;) {
      const current = followed;
      const { walk } = current;
      const before = walk.note();
      const rows = await readOn(from ?? walk.reached(), entriesPerRead);
      // Another call has restarted the walk.
      if (current !== followed) {
        from = null;
        continue;
      }
      // The first read begins at the last entry that was taken. If that entry differs now, the log was replaced.
      if (from === null && before !== null && rows[0]?.checkpoint !== before) {
        followed = restart();
        continue;
      }
      walk.take(rows, (number, frontier) => {
        if (furthest.differsAt(number, frontier)) current.forked = true;
      });
      if (rows.length < entriesPerRead) {
        noteEnd(current);
        return walk.replay;
      }
      // The next read does not begin at `walk.reached()`. Rows that the registry did not seal do not move that, so a
      // page full of them would be read for ever.
      from = (rows.at(-1)?.number ?? 0) + 1;
    }
  }

  function noteEnd(current: Followed): void {
    const { walk, forked } = current;
    // A server that lags may show the last entries late. The doubt ends when they arrive, since the hash of a head
    // covers all entries before it.
    current.doubtful = isCut(current) ? (current.doubtful ?? walk.reached()) : 0;
    if (!forked) furthest.note(walk.head());
  }

  return {
    follow,
    /** The last replay, without a read. It is a few seconds old, since the alarm follows the log every few seconds. */
    seen: (): Replay => followed.walk.replay,
    /** The end of the log as far as it was followed, or null. */
    head: (): Head | null => followed.walk.head(),
    /** Whether a revocation of what this entry granted may be missing from what was followed. */
    isDoubtful: (sequence: number): boolean => {
      const { walk, doubtful } = followed;
      return sequence < walk.gap() || sequence <= (doubtful ?? 0);
    },
    /** What is wrong with the log as far as it was followed, one line each. */
    problems: (): string[] => {
      const { walk, forked } = followed;
      const reached = furthest.reached();
      const cut = forked
        ? `entry ${reached} has changed: the end of the log was cut off and rewritten`
        : `the log ends at entry ${walk.reached()} but once reached ${reached}: its end was cut off`;
      return [...(isCut(followed) ? [cut] : []), ...walk.problems()];
    },
  };
}
