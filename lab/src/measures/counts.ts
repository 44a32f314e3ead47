type Counts = Readonly<Record<string, number>>;

/** The sums of counts with the same names. */
export function sumCounts(all: readonly Counts[]): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const [name, count] of all.flatMap((counts) => Object.entries(counts))) {
    sums[name] = (sums[name] ?? 0) + count;
  }
  return sums;
}

/** `12 × 200, 1 × 503`. */
export const countsInWords = (counts: Counts): string =>
  Object.entries(counts)
    .map(([name, times]) => `${times} × ${name}`)
    .join(', ');
