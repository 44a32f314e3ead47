/** What of a page can be seen at one moment. */
export interface Snapshot {
  /** Milliseconds since 1970. */
  at: number;
  /** No word on the whole page. */
  blank: boolean;
  /** Words that are for programmers, of those that can be read. */
  raw: string | null;
  /** What the main zone shows. */
  main: 'nothing' | 'waiting' | 'notice' | 'content';
  /** The page's first heading, or the notice's words. */
  words: string;
  /** The build that shows the page, as its own code says. */
  build: string | null;
  /** The page says that it is one that the browser kept. */
  kept: boolean;
}

/** Longest time without a word that counts as a page that is being loaded, in milliseconds. */
export const blankLimit = 5_000;

/** The longest stretch, in milliseconds, in which nothing could be read; until `end`. */
export function longestBlank(snapshots: readonly Snapshot[], end: number): number {
  let longest = 0;
  let since: number | null = null;
  for (const { at, blank } of snapshots) {
    if (blank) since ??= at;
    else if (since !== null) {
      longest = Math.max(longest, at - since);
      since = null;
    }
  }
  return since === null ? longest : Math.max(longest, end - since);
}

/**
 * What the main zone showed from `since` on, in order, each with its first moment. That is notices,
 * words to wait, and pages with the heading `wanted`.
 */
export function timeline(
  snapshots: readonly Snapshot[],
  since: number,
  wanted: string,
): Snapshot[] {
  const told: Snapshot[] = [];
  for (const snapshot of snapshots) {
    const last = told.at(-1);
    if (snapshot.at < since || snapshot.main === 'nothing') continue;
    if (snapshot.main === 'content' && snapshot.words !== wanted) continue;
    const same =
      last !== undefined &&
      last.main === snapshot.main &&
      (snapshot.main === 'waiting' ||
        (last.words === snapshot.words &&
          last.build === snapshot.build &&
          last.kept === snapshot.kept));
    if (!same) told.push(snapshot);
  }
  return told;
}
