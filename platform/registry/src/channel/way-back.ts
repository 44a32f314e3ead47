import { namesBy, type Replay, stateOf } from '../audit/replay.ts';
import type { BuildKey } from '../contract/build-key.ts';
import type { Change, Revision } from '../contract/channel.ts';
import type { Condemned } from '../contract/condemned.ts';
import type { Failing } from './complete.ts';
import { maxTried, workingFirst } from './fallbacks.ts';
import { buildsBefore, type Past } from './stack.ts';

/** What says where an app goes back to. */
export interface WayBack {
  past: Past;
  condemned: readonly Condemned[];
  /** Builds that nobody goes back to unasked while there is another one, though nothing condemned them. */
  avoided: readonly BuildKey[];
}

/** The build that a rollback of an app goes to if none is named; undefined: there is none. */
export function buildBack(
  { past, condemned, avoided }: WayBack,
  app: string,
  current: Pick<Revision, 'builds'>,
): string | undefined {
  const nearest = buildsBefore(past.get(app)?.stack, app, current, condemned).slice(0, maxTried);
  return workingFirst({ [app]: nearest }, avoided)[app]?.[0];
}

/**
 * Builds before the live ones that do not work in most browsers, or are not kept any more.
 *
 * @param fewest apps with fewer builds before the live one are not asked about
 */
export async function readAvoided(
  replay: Replay,
  channel: string,
  failing: Failing,
  fewest = 1,
): Promise<BuildKey[]> {
  const { current, past, condemned } = stateOf(replay, channel);
  if (current === null) return [];
  const before = Object.keys(current.builds).flatMap((app) => {
    const builds = buildsBefore(past.get(app)?.stack, app, current, condemned).slice(0, maxTried);
    return builds.length < fewest ? [] : builds.map((build) => ({ app, build }));
  });
  const isKept = ({ app, build }: BuildKey) => replay.builds.has(`${app}@${build}`);
  const failed = await failing(before.filter(isKept));
  return [...before.filter((one) => !isKept(one)), ...failed];
}

/** What somebody has to know of the builds that a change goes back to, or passes over: a line each. */
export async function wayBackNotes(
  replay: Replay,
  change: Change,
  { channel, moves }: Pick<Revision, 'channel' | 'moves'>,
  failing: Failing,
): Promise<string[]> {
  const { current, past, condemned } = stateOf(replay, channel);
  if (current === null || (change.kind !== 'rollback' && change.kind !== 'undo')) return [];
  const goals = new Map<string, string>();
  const asked = moves.flatMap(({ app, from, to }): BuildKey[] => {
    if (to === null || to === from) return [];
    goals.set(app, to);
    const before = buildsBefore(past.get(app)?.stack, app, current, condemned);
    const isNamed = change.kind === 'undo' || change.to[app] !== undefined;
    const passed = isNamed ? [] : before.slice(0, Math.max(before.indexOf(to), 0));
    return [...passed, to].map((build) => ({ app, build }));
  });
  if (asked.length === 0) return [];
  const nameOf = namesBy(replay);
  return (await failing(asked)).map(({ app, build }) => {
    const fact = `${app} ${nameOf(build)} did not work in most browsers that had it`;
    return goals.get(app) === build ? `${fact}.` : `${fact}: it is passed over.`;
  });
}
