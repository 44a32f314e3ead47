/** The time that an app's builds are judged by. */
export interface JudgedWindow {
  /** Its beginning, in milliseconds since 1970. */
  from: number;
  /** 0: it began as the app was last moved; each further one begins half a length later. */
  place: number;
}

/**
 * The window that is judged now. It is at most `length` long, and at least half of that once the app has stood for as
 * long. A window begins every half a length, and not at each look: each one that is judged needs a share of what may
 * be wrong.
 *
 * @param moved when the app was last moved; as `at`, in milliseconds since 1970
 */
export function judgedWindow(moved: number, at: number, length: number): JudgedWindow {
  const place = Math.max(0, Math.floor((2 * (at - moved)) / length) - 1);
  return { from: moved + (place * length) / 2, place };
}

/** What is judged in a window, and the share of each. */
const shares = { failures: 0.7, lcp: 0.1, inp: 0.1, load: 0.1 };

/** The share of one judgement in the significance level. Those of all, in windows without end, add up to 1. */
export function shareOf(
  { place }: Pick<JudgedWindow, 'place'>,
  judged: keyof typeof shares,
): number {
  return shares[judged] / ((place + 1) * (place + 2));
}
