import type { TabReport } from '@tallystick/contract/release-news';
import type { BuildKey } from '../../src/contract/build-key.ts';
import type { Measure } from '../../src/contract/health.ts';
import type { Reporter } from '../../src/reports/reporter.ts';
import { stepOf } from './times.ts';

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
  /** The steps of its times (times.ts). */
  steps: Steps;
}

type Steps = Partial<Record<Measure, number>>;

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
    take: (report: TabReport, reporter: Reporter): void => {
      const { channel, running, loads, failures } = report;
      const { served, browser } = reporter;
      if (served === null) return;
      const noted = ({ app, build }: BuildKey): BrowserNews | null => {
        const key = `${browser} ${app}@${build} ${channel}`;
        const known = pending.get(key);
        const isFull = known === undefined && pending.size >= maxEntries;
        if (isFull || !served.builds.has(`${app}@${build}`)) return null;
        const news = known ?? { channel, app, build, reporter, kinds: new Set(), steps: {} };
        pending.set(key, news);
        return news;
      };
      for (const failure of failures.slice(0, maxBuilds)) {
        if (failure.app === served.app) noted(failure)?.kinds.add(failure.kind);
      }
      if (!reporter.sampled) return;
      const ran = Object.entries(running).map(([app, build]) => ({ app, build }));
      for (const one of [...loads.slice(0, maxBuilds), ...ran.slice(0, maxBuilds)]) noted(one);
      if (!reporter.fresh) return;
      for (const { app, build, ...times } of timesOf(report, served.app)) {
        const news = noted({ app, build });
        if (news !== null) news.steps = { ...stepsOf(times), ...news.steps };
      }
    },
    /** What has been reported since the last drain. */
    drain: (): BrowserNews[] => {
      const drained = [...pending.values()];
      pending = new Map();
      return drained;
    },
  };
}

/**
 * What a report says of the times of a page's own remote. They are asked of new browsers alone: others have the files
 * of the live build in their cache, and never those of a canary.
 */
function timesOf({ running, loads, vitals = {} }: TabReport, app: string) {
  const build = running[app];
  const ofLoads = loads
    .slice(0, maxBuilds)
    .flatMap(({ took, ...one }) =>
      one.app === app && took !== undefined ? [{ ...one, load: took }] : [],
    );
  return [...ofLoads, ...(build === undefined ? [] : [{ app, build, ...vitals }])];
}

function stepsOf(times: { readonly [Of in Measure]?: number | undefined }): Steps {
  return Object.fromEntries(
    Object.entries(times).flatMap(([measure, milliseconds]) =>
      milliseconds === undefined ? [] : [[measure, stepOf(milliseconds)]],
    ),
  );
}
