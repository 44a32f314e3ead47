import type { Environment } from '@tallystick/settings/environment';
import { callOf } from '../../src/part/call.ts';
import { partKind } from '../../src/part/part.ts';
import { perNetworkOf } from '../../src/reports/per-network.ts';
import { timelineRoutes } from './contract/routes.ts';
import type { Timeline } from './contract/timeline.ts';
import { openIntake } from './intake.ts';
import * as timelineTable from './migrations/0018_timeline.ts';
import { readTimeline, type TimelineQuestion } from './read-timeline.ts';
import { writeCounts } from './write-counts.ts';

export interface TimelineOptions {
  /** How many browsers of one network count, and which share of all is counted. */
  environment: Pick<Environment, 'HEALTH_PER_NETWORK' | 'HEALTH_SAMPLE'>;
}

/** What browsers said over time, so that people see what a release did. */
export interface Timelines {
  read(asked: TimelineQuestion): Promise<Timeline>;
}

const month = 31 * 86_400_000;

export const timeline = partKind<TimelineOptions, Timelines>(
  'timeline',
  { '0018_timeline': timelineTable },
  ({ environment }) => ({
    forgets: [{ table: 'timeline', column: 'kept_until', before: 0, after: month }],
    open: ({ db, audit, now, flushReports }) => {
      const intake = openIntake(perNetworkOf(environment), now);
      const sample = environment.HEALTH_SAMPLE / 100;
      const read: Timelines['read'] = async (asked) => {
        // What is there can be read also where nothing can be written, as on a full disk.
        await flushReports().catch(() => {});
        return readTimeline(db, await audit.follow(), asked, { now: now(), sample });
      };
      return {
        service: { read },
        listeners: [
          {
            tab: (report, reporter) => {
              if (reporter !== undefined) intake.take(report, reporter);
            },
            drain: () => {
              const counts = intake.drain();
              if (counts.length === 0) return null;
              return (isPublished) =>
                writeCounts(
                  db,
                  counts.filter((one) => one.app === '' || isPublished(one)),
                  now(),
                );
            },
          },
        ],
        calls: {
          timeline: callOf(timelineRoutes.timeline, async ({ params, query }) => ({
            ok: true,
            value: await read({ channel: params.channel, app: query.app, range: query.range }),
          })),
        },
      };
    },
  }),
);
