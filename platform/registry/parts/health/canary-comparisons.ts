import type { BoardQuestion } from '../../src/channel/board.ts';
import type { CanaryComparison } from '../../src/contract/health.ts';
import type { Reader } from '../../src/store/writes.ts';
import { splitOf } from './assess.ts';
import { readPresent } from './channel-health.ts';
import { interval } from './interval.ts';
import type { HealthSettings } from './settings.ts';

/** How often the difference is ever above the interval that people are shown, at most, and how often below. */
const wrong = 0.025;

/** The canaries of a channel beside the live builds, in the windows that are judged now (milliseconds since 1970). */
export async function readCanaryComparisons(
  db: Reader,
  { channel, replay, current }: BoardQuestion,
  now: number,
  settings: HealthSettings,
): Promise<CanaryComparison[]> {
  if (current === null || Object.keys(current.canaries).length === 0) return [];
  const present = await readPresent(db, replay, channel, settings, now);
  if (present === null) return [];
  const { canaries, builds } = present.current;
  return Object.entries(canaries).flatMap(([app, { build }]): CanaryComparison[] => {
    const ratesOf = (id: string | undefined) =>
      present.figures.find((one) => one.app === app && one.build === id);
    const live = builds[app];
    const [ours, theirs] = [ratesOf(build), ratesOf(live)];
    if (live === undefined || ours === undefined || theirs === undefined) return [];
    const split = splitOf(settings.rule, present, app);
    return [{ app, build, live, ...interval(ours, theirs, wrong), split }];
  });
}
