/** What of a page can be seen at one moment. */
export interface Sight {
  /** Milliseconds since 1970. */
  at: number;
  /** No word on the whole page. */
  blank: boolean;
  /** Words that are for programmers, of those that can be read. */
  raw: string | null;
  /** Whether the frame stands: bar, menu and foot. */
  frame: boolean;
  /** What the main zone shows. */
  main: 'nothing' | 'waiting' | 'notice' | 'content';
  /** The page's first heading, or the notice's words. */
  words: string;
  /** The build that shows the page, as its own code says. */
  build: string | null;
  /** The page says that it is one that the browser kept. */
  kept: boolean;
}

/** An error that nobody in the page took care of. */
export interface Unhandled {
  text: string;
}

/** Longest time without a word that counts as a page that is being loaded, in milliseconds. */
export const blankLimit = 5_000;

/** The longest stretch, in milliseconds, in which nothing could be read; until `end`. */
export function longestBlank(sights: readonly Sight[], end: number): number {
  let longest = 0;
  let since: number | null = null;
  for (const { at, blank } of sights) {
    if (blank) since ??= at;
    else if (since !== null) {
      longest = Math.max(longest, at - since);
      since = null;
    }
  }
  return since === null ? longest : Math.max(longest, end - since);
}

/**
 * What the main zone showed from `since` on, one after the other, each with its first moment: notices,
 * words to wait, and pages with the heading `wanted`.
 */
export function story(sights: readonly Sight[], since: number, wanted: string): Sight[] {
  const told: Sight[] = [];
  for (const sight of sights) {
    const last = told.at(-1);
    if (sight.at < since || sight.main === 'nothing') continue;
    if (sight.main === 'content' && sight.words !== wanted) continue;
    const same =
      last !== undefined &&
      last.main === sight.main &&
      (sight.main === 'waiting' ||
        (last.words === sight.words && last.build === sight.build && last.kept === sight.kept));
    if (!same) told.push(sight);
  }
  return told;
}
