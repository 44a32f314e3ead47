/** The smallest of some numbers that at least this share of them does not exceed; NaN if there are none. */
export function quantile(numbers: readonly number[], share: number): number {
  const sorted = Float64Array.from(numbers).sort();
  return sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN;
}

/** The middle one. */
export const median = (numbers: readonly number[]): number => quantile(numbers, 0.5);

/** Milliseconds that something takes. */
export async function timed(run: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await run();
  return performance.now() - start;
}
