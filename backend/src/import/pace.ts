/** One transaction of an import, and what it cost others. */
export interface Turn {
  lines: number;
  /** How long it held the store, in milliseconds. */
  milliseconds: number;
  /** How many others wanted something of the store when it ended. */
  waiting: number;
}

/** The most lines that are read and sent at once. */
export const maxLines = 2_000;
const minLines = 5;
/** The fewest lines of a batch while nobody waits, however slow the store is, as smaller batches cost more in all. */
const quietLines = 500;
/** The import gives way when this many wait. One may be the live feed, which every batch wakes. */
const crowd = 2;
/** The shortest rest, as a multiple of the turn. An import takes at most a twentieth of a store that others need. */
const minRest = 19;
/** A shorter rest counts as none. */
const noRest = 0.5;
const maxRestMs = 1_000;
/** A batch should take no longer even if nobody waits: somebody may come. */
const maxTurnMs = 200;

/**
 * How much an import does in a turn, and how long it then leaves the store to others. Whole batches, 200 ms
 * at most or 500 lines, and no rest while nobody waits. When others wait, batches become smaller
 * and rests longer at once, in proportion to how many wait, and recover step by step.
 */
export function createPace() {
  let lines = maxLines;
  let rest = 0;
  return {
    /** Lines of the next batch. */
    lines: () => Math.floor(lines),
    /** To be called after each batch; returns the milliseconds to rest before the next. */
    took({ lines: done, milliseconds, waiting }: Turn): number {
      if (waiting >= crowd) {
        lines = Math.max(minLines, lines / waiting);
        rest = Math.max(minRest, waiting);
      } else {
        const fit = Math.max(quietLines, (done * maxTurnMs) / milliseconds);
        lines = Math.max(minLines, Math.min(maxLines, lines * 1.25, fit));
        rest = rest * 0.8 < noRest ? 0 : rest * 0.8;
      }
      return Math.min(maxRestMs, rest * milliseconds);
    },
  };
}
