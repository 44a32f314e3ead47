/** Milliseconds of one turn in which requests are begun; then the event loop goes on. */
const sliceMs = 2;
const maxBegun = 10;
const minBegun = 2;

/**
 * How many requests one turn of the event loop begins. After a late turn it is half as many, after any other one more.
 * Otherwise more would be begun than the event loop can answer.
 */
export function openPace() {
  /** Milliseconds used and requests begun in this turn, and how many it may begin, in all and of newcomers. */
  let spentMs = 0;
  let begun = 0;
  let allowed = maxBegun;
  let allowedNew = 1;

  return {
    hasTime: () => spentMs < sliceMs && begun < allowed,
    /** How many requests of newcomers this turn may begin. */
    newcomers: () => allowedNew,
    /** Counts a request that was begun in this turn. */
    count(milliseconds: number): void {
      spentMs += milliseconds;
      begun += 1;
    },
    /** The next turn begins. What is said is of the one before. */
    next({ isLate, hadNewcomers }: { isLate: boolean; hadNewcomers: boolean }): void {
      allowed = isLate
        ? Math.max(minBegun, Math.floor(allowed / 2))
        : Math.min(maxBegun, allowed + 1);
      allowedNew = isLate || !hadNewcomers ? 1 : Math.min(maxBegun, allowedNew + 1);
      spentMs = 0;
      begun = 0;
    },
  };
}
