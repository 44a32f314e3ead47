import type { TabReport } from '@tallystick/contract/release-news';
import type { BuildKey } from '../../src/contract/build-key.ts';
import type { Reporter } from '../../src/reports/reporter.ts';
import { type Histogram, noTimes, withTime } from './contract/histogram.ts';

const minute = 60_000;
/** How many pairs of browser and build count in one minute, and how many entries of each list of a report are read. */
const maxSeen = 20_000;
const maxEntries = 50;

/** What was said of a build since the last drain; app and build are empty for the site. */
export interface NewCounts extends BuildKey {
  channel: string;
  loads: number;
  failures: number;
  lcp: Histogram;
  inp: Histogram;
}

const site: BuildKey = { app: '', build: '' };

/**
 * Counts what browsers say, each once a minute and build, of pages that the site served alone. No more
 * than `perNetwork` browsers of a network count in that minute, and half as many whose cookies are new.
 *
 * @param now milliseconds since 1970
 */
export function openIntake(perNetwork: number, now: () => number) {
  let pending = new Map<string, NewCounts>();
  /** The minute of what follows. */
  let current = 0;
  let seen = new Set<string>();
  let networks = new Map<string, { all: number; fresh: number }>();

  function beginMinute(): void {
    const begun = Math.floor(now() / minute);
    if (begun === current) return;
    current = begun;
    seen = new Set();
    networks = new Map();
  }

  /** Whether a browser says this for the first time in this minute; it must be of those that count. */
  function isFirst(what: string, key: string, { browser, network, fresh }: Reporter): boolean {
    const said = `${what} ${browser} ${key}`;
    if (seen.has(said)) return false;
    const admitted = `in ${browser} ${key}`;
    if (!seen.has(admitted)) {
      if (seen.size >= maxSeen) return false;
      const ofNetwork = networks.get(`${network} ${key}`) ?? { all: 0, fresh: 0 };
      if (ofNetwork.all >= perNetwork) return false;
      if (fresh && ofNetwork.fresh >= Math.ceil(perNetwork / 2)) return false;
      networks.set(`${network} ${key}`, {
        all: ofNetwork.all + 1,
        fresh: ofNetwork.fresh + (fresh ? 1 : 0),
      });
      seen.add(admitted);
    }
    seen.add(said);
    return true;
  }

  return {
    take: (report: TabReport, reporter: Reporter): void => {
      const { served, sampled } = reporter;
      if (served === null || !sampled) return;
      beginMinute();
      const { channel, running, loads, failures, vitals = {} } = report;
      const note = (what: string, one: BuildKey, change: (counts: NewCounts) => NewCounts) => {
        const key = `${channel} ${one.app}@${one.build}`;
        const isKnown = one === site || served.builds.has(`${one.app}@${one.build}`);
        if (!isKnown || !isFirst(what, key, reporter)) return;
        pending.set(key, change(pending.get(key) ?? { channel, ...one, ...nothing }));
      };
      for (const { app, build } of loads.slice(0, maxEntries)) {
        note('load', { app, build }, withLoad);
        if (app === served.app) note('load', site, withLoad);
      }
      for (const { app, build, kind } of failures.slice(0, maxEntries)) {
        // An error in an event is only shown: the page goes on.
        if (app !== served.app || kind === 'event') continue;
        note('failure', { app, build }, withFailure);
        note('failure', site, withFailure);
      }
      // A page is of the shell and of its remote.
      const ran = Object.entries(running).slice(0, maxEntries);
      for (const one of [site, ...ran.map(([app, build]) => ({ app, build }))]) {
        for (const name of ['lcp', 'inp'] as const) {
          const time = vitals[name];
          if (time === undefined) continue;
          note(name, one, (counts) => ({ ...counts, [name]: withTime(counts[name], time) }));
        }
      }
    },
    /** What was said since the last drain. */
    drain: (): NewCounts[] => {
      const drained = [...pending.values()];
      pending = new Map();
      return drained;
    },
  };
}

const nothing = { loads: 0, failures: 0, lcp: noTimes, inp: noTimes };

const withLoad = (counts: NewCounts): NewCounts => ({ ...counts, loads: counts.loads + 1 });
const withFailure = (counts: NewCounts): NewCounts => ({
  ...counts,
  failures: counts.failures + 1,
});
