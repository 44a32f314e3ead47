import type { TabReport } from '@tallystick/contract/release-news';
import type { BuildKey } from '../../src/contract/build-key.ts';
import type { Reporter } from '../../src/reports/reporter.ts';

/** How many pairs of browser and build are kept between two flushes; others count when they report again. */
const maxEntries = 20_000;
/** How many entries of each list of one report are read. */
const maxBuilds = 50;

/** What one browser reported of one build since the last flush. */
export interface BrowserNews extends BuildKey {
  channel: string;
  reporter: Reporter;
  /** How it failed, if it did. */
  kinds: Set<FailureKind>;
}

type FailureKind = TabReport['failures'][number]['kind'];

/**
 * Whether a failure counts against the build. An error in an event long after the build began is only shown.
 * It may come from an extension of the visitor's browser, and the page goes on.
 */
export function speaksAgainst(kind: FailureKind): boolean {
  return kind !== 'event';
}

/** What browsers report of builds: one entry for each browser and build, however many reports it sends. */
export function openBrowserCounter() {
  let pending = new Map<string, BrowserNews>();

  return {
    /** Counts only what can come from the page that the site served; the rest of the report may be made up. */
    take: ({ channel, running, loads, failures }: TabReport, reporter: Reporter): void => {
      const { served, browser } = reporter;
      if (served === null) return;
      const note = ({ app, build }: BuildKey, kind?: FailureKind) => {
        const key = `${browser} ${app}@${build} ${channel}`;
        const known = pending.get(key);
        const isFull = known === undefined && pending.size >= maxEntries;
        if (isFull || !served.builds.has(`${app}@${build}`)) return;
        const news: BrowserNews = known ?? { channel, app, build, reporter, kinds: new Set() };
        if (kind !== undefined) news.kinds.add(kind);
        pending.set(key, news);
      };
      for (const failure of failures.slice(0, maxBuilds)) {
        if (failure.app === served.app) note(failure, failure.kind);
      }
      if (!reporter.sampled) return;
      const ran = Object.entries(running).map(([app, build]) => ({ app, build }));
      for (const one of [...loads.slice(0, maxBuilds), ...ran.slice(0, maxBuilds)]) note(one);
    },
    /** What has been reported since the last drain. */
    drain: (): BrowserNews[] => {
      const drained = [...pending.values()];
      pending = new Map();
      return drained;
    },
  };
}
