/**
 * The rows of a table that is written already, by the name that their first cell has, each with its other cells: a run of
 * some faults or attacks keeps those of all others.
 *
 * @param document what `markdownTable` made, and the text around it
 */
export function writtenRows(document: string): ReadonlyMap<string, readonly string[]> {
  return new Map(
    document.split('\n').flatMap((line) => {
      const [, name, rest] = /^\| `([^`]+)` \| (.*) \|$/.exec(line) ?? [];
      if (name === undefined || rest === undefined) return [];
      // A bar within a cell is written with a backslash.
      const cells = rest.split(' | ').map((cell) => cell.replaceAll('\\|', '|'));
      return [[name, cells] as const];
    }),
  );
}
