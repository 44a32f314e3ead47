/**
 * What is kept (`found`) otherwise than the log says, by key: first what is there, then what is not. The words
 * are of what the log does not know, of what is another, and of what is missing.
 */
export function differences(
  expected: ReadonlyMap<string, string>,
  found: ReadonlyMap<string, string>,
  what: string,
  [extra, other, lost]: readonly string[],
): string[] {
  const wrong = [...found].filter(([key, value]) => expected.get(key) !== value);
  const missing = [...expected.keys()].filter((key) => !found.has(key));
  return [
    ...wrong.map(([key]) => `${what}${key} ${expected.has(key) ? other : extra}`),
    ...missing.map((key) => `${what}${key} ${lost}`),
  ];
}
