/** How many files are read, written or deleted at a time. */
const atOnce = 8;

/** Does something with each item, some at a time; the results in the order of the items. */
export async function inTurn<T, R>(
  items: readonly T[],
  act: (item: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  for (let at = 0; at < items.length; at += atOnce) {
    results.push(...(await Promise.all(items.slice(at, at + atOnce).map(act))));
  }
  return results;
}
