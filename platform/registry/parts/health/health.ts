import { partKind } from '../../src/part/part.ts';
import { readBoard } from './board.ts';
import { readCanaryComparisons } from './canary-comparisons.ts';
import { expiries } from './expiries.ts';
import { readFailing } from './failing.ts';
import { healthListeners } from './listeners.ts';
import * as breaches from './migrations/0007_breaches.ts';
import * as pageBeginnings from './migrations/0014_page_beginnings.ts';
import * as times from './migrations/0015_times.ts';
import * as buckets from './migrations/0021_buckets.ts';
import { readOutlooks } from './ramps.ts';
import { noteRecall } from './recalls.ts';
import { type HealthSettings, onlyCounting } from './settings.ts';
import { readShareComparisons } from './share-comparisons.ts';
import { openWatch } from './watch.ts';

export interface HealthOptions {
  /** The rule; absent: what browsers say is counted, and nothing is done. */
  rule?: HealthSettings;
}

/** Judges builds by what browsers say of them. */
export interface Health {
  /** Judges all builds now and acts by the rule, as it does by itself every two seconds; resolves when that is done. */
  judge(): Promise<void>;
}

export const health = partKind<HealthOptions, Health>(
  'health',
  {
    '0007_breaches': breaches,
    '0014_page_beginnings': pageBeginnings,
    '0015_times': times,
    '0021_buckets': buckets,
  },
  ({ rule }) => {
    const settings = rule ?? onlyCounting;
    return {
      forgets: expiries(settings.window),
      appended: async (trx, before, revision) => {
        if (revision.kind === 'recall') await noteRecall(trx, before, revision);
      },
      failing: (db, channel, builds, at) =>
        readFailing(db, channel, builds, { ...settings, now: at }),
      open: (context) => {
        const { db, now } = context;
        const watch = rule && openWatch(context, rule);
        return {
          service: { judge: async () => await watch?.look() },
          listeners: healthListeners(context, settings),
          board: async (asked) => ({
            ...(await readBoard(db, asked, now(), settings)),
            canaryComparisons: await readCanaryComparisons(db, asked, now(), settings),
            shareComparisons: await readShareComparisons(db, asked, now(), settings),
            ramps: await readOutlooks(db, asked.replay, asked.channel, settings, now()),
          }),
          ...(watch && { close: watch.close }),
        };
      },
    };
  },
);
