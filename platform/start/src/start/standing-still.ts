/** What a child has done since it was started. */
export interface Work {
  /** Milliseconds of processor time; null: this system does not tell. */
  processorTime: number | null;
  /** Bytes of its log. */
  written: number;
}

/** More processor time, in milliseconds, than a server takes to wait and to refuse our requests meanwhile. */
const workMs = 1_000;

/**
 * Notices that a child does nothing any more. It counts looks and not seconds, because a busy machine gives a child
 * little time, and this process just as little. While a machine stands still, nobody looks.
 *
 * @param patience looks in a row without a second of processor time and without a word
 */
export function watchWork(patience: number) {
  let seen: Work | undefined;
  let idle = 0;
  /** Takes what is seen at one look; answers whether the child stands still. */
  return (work: Work): boolean => {
    idle += 1;
    if (seen === undefined || hasWorked(seen, work)) {
      seen = work;
      idle = 0;
    }
    return idle >= patience;
  };
}

function hasWorked(before: Work, now: Work): boolean {
  if (now.written !== before.written) return true;
  // If the processor time is unknown, the start waits on, and the person sees what it waits for.
  if (now.processorTime === null || before.processorTime === null) return true;
  return now.processorTime - before.processorTime >= workMs;
}
