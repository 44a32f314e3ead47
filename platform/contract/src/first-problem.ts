/** What is wrong with the first item that has a problem; null: none has. */
export function firstProblem<Item>(
  items: readonly Item[],
  problemOf: (item: Item, at: number) => string | null,
): string | null {
  for (const [at, item] of items.entries()) {
    const problem = problemOf(item, at);
    if (problem !== null) return problem;
  }
  return null;
}
