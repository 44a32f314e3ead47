import type { LoadReport } from './load-report.ts';

/** What several loads of one kind saw; times in milliseconds. */
export interface SeveralLoads {
  answered: number;
  p50: number;
  p99: number;
  max: number;
  /** How often each status came; 0 is a connection that was lost. */
  statuses: Record<string, number>;
  /** Answers of class 5xx, and connections that were lost. */
  failed: number;
}

/** Takes loads together, each request counting alike. */
export function together(loads: readonly LoadReport[]): SeveralLoads {
  const times = loads.flatMap((load) => load.times).sort((a, b) => a - b);
  const statuses: Record<string, number> = {};
  for (const load of loads) {
    for (const [status, count] of Object.entries(load.statuses)) {
      statuses[status] = (statuses[status] ?? 0) + count;
    }
  }
  const quantile = (share: number) =>
    times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN;
  return {
    answered: times.length,
    p50: quantile(0.5),
    p99: quantile(0.99),
    max: quantile(1),
    statuses,
    failed: Object.entries(statuses)
      .filter(([status]) => status === '0' || status.startsWith('5'))
      .reduce((sum, [, count]) => sum + count, 0),
  };
}
