/** What a turn at the store cost the others. */
export interface Turn {
  lines: number;
  /** How long it held the store, in milliseconds. */
  milliseconds: number;
  /** How many others wanted something of the store when it ended. */
  waiting: number;
}

/** How much an import does in a turn, and how long it then leaves the store to others. */
export interface Pace {
  /** Lines of the next turn. */
  lines(): number;
  /** Told of each turn; answers the milliseconds to rest before the next. */
  took(turn: Turn): number;
}

/** What is read at once: more is never sent. */
export const maxLines = 2_000;
const leastLines = 5;
/** One that waits may be the live feed, which every turn wakes. */
const crowd = 2;
/** Times as long as the turn: of a store that is asked for, an import takes a twentieth at most. */
const leastRest = 19;
/** Less is none. */
const noRest = 0.5;
const longestRest = 1_000;
/** Milliseconds that a turn should not take even if nobody waits: somebody may come. */
const longestTurn = 200;

/**
 * Whole batches, 200 ms at most, and no rest while nobody waits. When others do, turns become shorter
 * and rests longer at once, the more the more of them wait, and only bit by bit the other way: an
 * import has time, a page has not.
 */
export function createPace(): Pace {
  let lines = maxLines;
  let rest = 0;
  return {
    lines: () => Math.floor(lines),
    took({ lines: done, milliseconds, waiting }) {
      if (waiting >= crowd) {
        lines = Math.max(leastLines, lines / waiting);
        rest = Math.max(leastRest, waiting);
      } else {
        const fit = (done * longestTurn) / milliseconds;
        lines = Math.max(leastLines, Math.min(maxLines, lines * 1.25, fit));
        rest = rest * 0.8 < noRest ? 0 : rest * 0.8;
      }
      return Math.min(longestRest, rest * milliseconds);
    },
  };
}
