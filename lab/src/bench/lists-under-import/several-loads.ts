import { sumCounts } from '../../measures/counts.ts';
import { quantile } from '../../measures/times.ts';
import type { LoadReport } from './load-report.ts';

/** What several loads of one kind saw, each request counting alike; times in milliseconds. */
export function together(loads: readonly LoadReport[]) {
  const times = loads.flatMap((load) => load.times);
  const statuses = sumCounts(loads.map((load) => load.statuses));
  return {
    answered: times.length,
    p50: quantile(times, 0.5),
    p99: quantile(times, 0.99),
    max: quantile(times, 1),
    statuses,
    /** Answers of class 5xx, and connections that were lost. */
    failed: Object.entries(statuses)
      .filter(([status]) => status === '0' || status.startsWith('5'))
      .reduce((sum, [, count]) => sum + count, 0),
  };
}
