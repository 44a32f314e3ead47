import { stateOf } from '../../src/audit/replay.ts';
import type { BoardQuestion } from '../../src/channel/board.ts';
import type { ShareComparison } from '../../src/contract/health.ts';
import type { Reader } from '../../src/store/writes.ts';
import { readShares } from './browsers.ts';
import { interval } from './interval.ts';
import type { HealthSettings } from './settings.ts';
import { judgedWindow } from './window.ts';

/** How often the difference is ever above the interval, at most, and how often below. */
const wrong = 0.025;
/** Buckets of one percent of browsers. */
const ofPercent = 100;

/**
 * Browsers with the settings of a share beside the others, both with the live build. A canary goes to the same
 * browsers, so where it has as many there is nothing to compare. `now`: milliseconds since 1970.
 */
export async function readShareComparisons(
  db: Reader,
  { channel, replay, current }: BoardQuestion,
  now: number,
  { window, perNetwork }: HealthSettings,
): Promise<ShareComparison[]> {
  const shares = Object.entries(current?.values ?? {}).flatMap(([app, { share }]) => {
    const build = current?.builds[app];
    if (share === undefined || build === undefined) return [];
    return [{ app, build, percent: share.percent, below: Math.ceil(share.percent * ofPercent) }];
  });
  if (shares.length === 0) return [];
  const { past } = stateOf(replay, channel);
  const since = Object.fromEntries(
    [...past].map(([app, { newest }]) => {
      const { from } = judgedWindow(Date.parse(newest.at), now, window);
      return [app, new Date(from).toISOString()];
    }),
  );
  const oldest = new Date(now - window).toISOString();
  const figures = await readShares(db, channel, { since, oldest }, { shares, perNetwork });
  return figures.flatMap(({ app, build, share, others }): ShareComparison[] => {
    const asked = shares.find((one) => one.app === app);
    if (asked === undefined || share.browsers === 0 || others.browsers === 0) return [];
    const newest = past.get(app)?.newest;
    const revision = newest?.kind === 'configure' ? newest.revision : null;
    const { percent } = asked;
    return [{ app, build, percent, share, others, revision, ...interval(share, others, wrong) }];
  });
}
