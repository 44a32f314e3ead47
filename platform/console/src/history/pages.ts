/** A page of a list, or all pages that were read; newest first, without a gap. */
export interface Page<T> {
  items: readonly T[];
  /** Where the next page begins; null at the end of the list. */
  next: number | null;
}

/**
 * Puts the newest page above what was read before. Items never change, so those that are known stay.
 * If the page does not reach down to them, there is a gap, and the page alone is the result.
 */
export function withNewest<T>(
  seen: Page<T> | null,
  page: Page<T>,
  numberOf: (item: T) => number,
): Page<T> {
  const known = new Set(seen?.items.map(numberOf));
  const joined = page.next === null || page.items.some((item) => known.has(numberOf(item)));
  if (!joined || seen === null) return page;
  const fresh = page.items.filter((item) => !known.has(numberOf(item)));
  return { items: [...fresh, ...seen.items], next: seen.next };
}

/** Puts an older page below what was read. A page is dropped if what was read no longer ends at `before`. */
export function withOlder<T>(seen: Page<T> | null, page: Page<T>, before: number): Page<T> | null {
  return seen?.next === before ? { items: [...seen.items, ...page.items], next: page.next } : seen;
}
