import { median, quantile, timed } from './times.ts';

/** How long something took, in milliseconds: the shortest time, the middle one, and the longest of 95 in 100. */
export interface Times {
  fastest: number;
  median: number;
  p95: number;
}

/** Times of something that was not run. */
export const untimed: Times = { fastest: Number.NaN, median: Number.NaN, p95: Number.NaN };

const maxRounds = 200;
const minRounds = 5;
/** All runs together get about this long, so slow ones run less often. */
const budgetMs = 2_500;

/** Runs some things by turns, again and again: what else the machine does meets them all. The first turns do not count. */
export async function byTurns(
  runs: readonly (() => Promise<unknown>)[],
  warmUps = 3,
): Promise<Times[]> {
  const times = runs.map((): number[] => []);
  const begun = performance.now();
  for (let round = -warmUps; round < maxRounds; round += 1) {
    const spent = performance.now() - begun;
    if (spent > budgetMs && round >= minRounds) break;
    // A slow one is not warmed up, nor asked more often than it must.
    if (spent > 4 * budgetMs && round > 0) break;
    for (const [at, run] of runs.entries()) {
      const took = await timed(run);
      if (round >= 0) times[at]?.push(took);
    }
  }
  return times.map((of) => ({
    fastest: Math.min(...of),
    median: median(of),
    p95: quantile(of, 0.95),
  }));
}

/** `1.23 ms (0.98 to 4.56)`. */
export const inWords = ({ fastest, median, p95 }: Times): string =>
  `${median.toFixed(2)} ms (${fastest.toFixed(2)} to ${p95.toFixed(2)})`;
