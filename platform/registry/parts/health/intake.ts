import type { TabReport } from '@tallystick/contract/release-news';
import type { BuildKey } from '../../src/contract/build-key.ts';
import { speaksAgainst } from './browser-counter.ts';
import { bucketOf } from './load-time-histogram.ts';

/** How many tabs may speak between two flushes; further ones are heard the next time they speak. */
const maxTabs = 10_000;
/** How many loads and how many failures are read from one report. */
const maxCounts = 50;
/** How many apps may run in one tab. */
const maxRunning = 100;

export interface Counts extends BuildKey {
  loads: number;
  failures: number;
  /** Steps down the ladder from it, and tabs in which it runs again after one. */
  steps: number;
  recovered: number;
  /** Loads by how long they took (health/load-time-histogram.ts). */
  times: Map<number, number>;
}

/** What a tab has said since the last flush: its newest state, and all that it counted. */
export interface TabNews extends Pick<TabReport, 'tab' | 'channel' | 'sequence' | 'running'> {
  gone: boolean;
  counts: Map<string, Counts>;
}

/** What open tabs say, kept until it is flushed. */
export function openIntake() {
  let pending = new Map<string, TabNews>();
  return {
    /**
     * Takes a report in; one that is older than, or the same as, what the tab said last is dropped.
     * Loads are counted of the sampled share of browsers alone.
     */
    take: (report: TabReport, sampled: boolean): void => {
      const known = pending.get(report.tab);
      if (known === undefined && pending.size >= maxTabs) return;
      if (known !== undefined && report.sequence <= known.sequence) return;
      const counts = known?.counts ?? new Map<string, Counts>();
      for (const { app, build, took } of sampled ? report.loads.slice(0, maxCounts) : []) {
        const count = countOf(counts, app, build);
        count.loads += 1;
        if (took === undefined) continue;
        const step = bucketOf(took);
        count.times.set(step, (count.times.get(step) ?? 0) + 1);
      }
      for (const { app, from } of (report.steps ?? []).slice(0, maxCounts)) {
        countOf(counts, app, from).steps += 1;
      }
      for (const { app, build } of (report.recovered ?? []).slice(0, maxCounts)) {
        countOf(counts, app, build).recovered += 1;
      }
      for (const { app, build, kind } of report.failures.slice(0, maxCounts)) {
        if (speaksAgainst(kind)) countOf(counts, app, build).failures += 1;
      }
      pending.set(report.tab, {
        tab: report.tab,
        channel: report.channel,
        sequence: report.sequence,
        running: report.leaving
          ? {}
          : Object.fromEntries(Object.entries(report.running).slice(0, maxRunning)),
        gone: report.leaving,
        counts,
      });
    },
    /** What has come in since the last drain. */
    drain: (): TabNews[] => {
      const drained = [...pending.values()];
      pending = new Map();
      return drained;
    },
  };
}

function countOf(counts: Map<string, Counts>, app: string, build: string): Counts {
  const key = `${app}@${build}`;
  const known = counts.get(key);
  if (known !== undefined) return known;
  const made = { app, build, loads: 0, failures: 0, steps: 0, recovered: 0, times: new Map() };
  if (counts.size < maxCounts) counts.set(key, made);
  return made;
}
