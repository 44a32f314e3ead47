import type { Writer } from '../store/writes.ts';
import type { FurthestHead } from './furthest-head.ts';
import { entriesIn, entriesPerRead, type ReadEntries } from './read-entries.ts';
import type { Replay } from './replay.ts';
import type { Walk } from './walk.ts';

/** One walk from the beginning, and whether the log still has the furthest head. */
interface Followed {
  walk: Walk;
  /** The log has another entry in place of the furthest head. */
  forked: boolean;
  /** The entry up to which a revocation may be missing; 0: none is; null: not walked to the end yet. */
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
      // The first read begins at the last entry that was taken. If that is another, the log was replaced.
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
      // Not from `walk.reached()`: rows that nobody sealed do not move the walk.
      from = (rows.at(-1)?.number ?? 0) + 1;
    }
  }

  function noteEnd(current: Followed): void {
    const { walk, forked } = current;
    // A server that lags may show the last entries late. Once they are here the doubt ends: no head has its hash
    // without all entries before it.
    current.doubtful = isCut(current) ? (current.doubtful ?? walk.reached()) : 0;
    if (!forked) furthest.note(walk.head());
  }

  return {
    follow,
    /** What was followed last, without a read: some seconds old at most. */
    seen: (): Replay => followed.walk.replay,
    /** Whether an entry may be missing that revokes what this one granted, as far as was followed. */
    isDoubtful: (sequence: number): boolean => {
      const { walk, doubtful } = followed;
      return sequence < walk.gap() || sequence <= (doubtful ?? 0);
    },
    /** What is wrong with the log as far as it was followed, one line each. */
    problems: (): string[] => {
      const { walk, forked } = followed;
      const reached = furthest.reached();
      const cut = forked
        ? `entry ${reached} is another than it was: the log's end was cut off and written anew`
        : `the log ends at entry ${walk.reached()} and reached ${reached}: its end was cut off`;
      return [...(isCut(followed) ? [cut] : []), ...walk.problems()];
    },
  };
}
