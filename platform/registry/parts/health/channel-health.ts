import { type Replay, stateOf } from '../../src/audit/replay.ts';
import type { Rates } from '../../src/contract/health.ts';
import type { Reader } from '../../src/store/writes.ts';
import { type ChannelHealth, wanted } from './assess.ts';
import { type BuildFigures, readFigures, readTimes } from './browsers.ts';
import { readKept } from './kept.ts';
import type { HealthSettings } from './settings.ts';
import { readSplits } from './split.ts';
import { judgedWindow } from './window.ts';

/** What browsers say of a channel's builds now. */
type PresentHealth = Omit<ChannelHealth, 'kept'>;

/**
 * Reads the figures of a channel's builds, for each app in its window. Null: the channel has no revision, or no browser
 * has said anything.
 *
 * @param at milliseconds since 1970
 */
export async function readPresent(
  db: Reader,
  replay: Replay,
  channel: string,
  { window, perNetwork }: HealthSettings,
  at: number,
): Promise<PresentHealth | null> {
  const { current, past, condemned } = stateOf(replay, channel);
  if (current === null) return null;
  const oldest = new Date(at - window).toISOString();
  const windows = new Map(
    [...past].map(([app, { newest }]) => [app, judgedWindow(Date.parse(newest.at), at, window)]),
  );
  const since = Object.fromEntries(
    [...windows].map(([app, { from }]) => [app, new Date(from).toISOString()]),
  );
  const figures = await readFigures(db, channel, { since, oldest }, perNetwork);
  if (figures.length === 0) return null;
  const apps = Object.keys(current.canaries);
  const [times, splits] =
    apps.length === 0
      ? [[], new Map()]
      : await Promise.all([
          readTimes(db, channel, { since, oldest }, { apps, perNetwork }),
          readSplits(db, current, since),
        ]);
  return { current, past, condemned, figures, times, splits, windows };
}

/** The figures of the builds that the channel gives out, live or canary. */
export function figuresGivenOut({ current, figures }: PresentHealth): BuildFigures[] {
  return figures.filter(
    ({ app, build }) => current.builds[app] === build || current.canaries[app]?.build === build,
  );
}

/** The live builds beside canaries that go on by themselves. */
function besideRamps({ current }: PresentHealth): [string, string][] {
  return Object.entries(current.canaries).flatMap(([app, { ramp }]): [string, string][] => {
    const live = current.builds[app];
    return ramp === undefined || live === undefined ? [] : [[app, live]];
  });
}

/** Adds the earlier rates of those builds that others are compared with. */
export async function withKept(
  db: Reader,
  health: PresentHealth,
  { rule, window }: HealthSettings,
  at: number,
): Promise<ChannelHealth> {
  const { current, windows } = health;
  const kept = new Map<string, Rates>();
  for (const [app, build] of [...wanted(rule, health), ...besideRamps(health)]) {
    const beginning = windows.get(app)?.from ?? at - window;
    // For the live build, rates kept within this window are the ones being judged: look further back.
    const goesOn = current.builds[app] === build;
    const before = goesOn ? beginning - window : beginning;
    kept.set(`${app}@${build}`, await readKept(db, current.channel, { app, build }, before));
  }
  return { ...health, kept };
}
