import { namesBy, type Replay, stateOf } from '../../src/audit/replay.ts';
import { lockOf } from '../../src/channel/plan.ts';
import { rampsOf } from '../../src/channel/ramp.ts';
import type { Step } from '../../src/channel/stack.ts';
import type { Rates } from '../../src/contract/health.ts';
import type { RampOutlook } from '../../src/contract/ramp.ts';
import type { PartContext } from '../../src/part/part.ts';
import { asTheRegistry } from '../../src/refusals.ts';
import type { Reader } from '../../src/store/writes.ts';
import { type ChannelHealth, knownOf, ruleFor } from './assess.ts';
import { readPresent, withKept } from './channel-health.ts';
import { interval } from './interval.ts';
import { othersOfCanary, type Rule, rateOf } from './rule.ts';
import type { HealthSettings } from './settings.ts';
import { againstWords } from './words.ts';

/** The ramps of canaries that came together, and why they go on or wait. */
interface GroupOutlook {
  apps: readonly string[];
  outlook: RampOutlook;
  /** The figures, for history. */
  reason: string;
}

/** What a canary with a ramp is judged by: as `rule`, its share of browsers since it has that share. */
interface Climbing {
  rule: Pick<Rule, 'margin' | 'chance'>;
  ours: Rates;
  against: Rates;
  /** When it was given its share; as `at` and `least`, in milliseconds. */
  since: number;
  at: number;
  paused: boolean;
}

/**
 * Whether a canary goes on to the next share. That needs some time, and some browsers. Then it
 * goes on if it fails no more often than the live build. Proof that it is worse by less than the margin will do, too.
 *
 * @param needs for how long (milliseconds), and by how many browsers, it must have been tried
 */
export function outlookOf(
  { rule, ours, against, since, at, paused }: Climbing,
  needs: HealthSettings['ramp'],
): RampOutlook {
  if (paused) return { state: 'paused' };
  const until = since + needs.time;
  if (at < until) return { state: 'early', until: new Date(until).toISOString() };
  const { browsers } = ours;
  if (browsers < needs.browsers) return { state: 'few', browsers, needed: needs.browsers };
  if (rateOf(ours) <= rateOf(against)) return { state: 'ready', proven: false };
  const { high } = interval(ours, against, rule.chance);
  return high < rule.margin ? { state: 'ready', proven: true } : { state: 'doubt', high };
}

/** The ramps of a channel, those that came together as one: it waits as long as one of them does. */
export function outlooksOf(
  health: ChannelHealth,
  { rule, ramp }: Pick<HealthSettings, 'rule' | 'ramp'>,
  at: number,
  nameOf: (build: string) => string,
): GroupOutlook[] {
  const { current, past } = health;
  const began = (app: string) => past.get(app)?.canary?.revision;
  return rampsOf(current.canaries, began).map((apps) => {
    const each = apps.flatMap((app) => {
      const { [app]: canary } = current.canaries;
      const { [app]: live } = current.builds;
      if (canary === undefined || live === undefined) return [];
      const own = ruleFor(rule, health, app);
      const ours = knownOf(health, app, canary.build).now;
      // Few live browsers prove nothing: then its past counts, too.
      const enough = { ...own, minBrowsers: ramp.browsers };
      const [against] = othersOfCanary(enough, knownOf(health, app, live));
      if (against === undefined) return [];
      const since = Date.parse(past.get(app)?.newest.at ?? current.at);
      const paused = canary.ramp?.paused === true;
      const outlook = outlookOf({ rule: own, ours, against, since, at, paused }, ramp);
      const there = `${againstWords(against, nameOf)} in ${against.failed} of ${against.browsers}`;
      const here = `failed in ${ours.failed} of ${ours.browsers} browsers`;
      return [{ outlook, reason: `${app} ${nameOf(canary.build)} ${here}, ${there}` }];
    });
    const first = each.find(({ outlook }) => outlook.state !== 'ready') ?? each[0];
    const outlook: RampOutlook = first?.outlook ?? { state: 'few', browsers: 0, needed: 1 };
    return { apps, outlook, reason: each.map(({ reason }) => reason).join('; ') };
  });
}

/** Why the ramps of a channel go on or wait, by app, for its board. */
export async function readOutlooks(
  db: Reader,
  replay: Replay,
  channel: string,
  settings: HealthSettings,
  at: number,
): Promise<Record<string, RampOutlook>> {
  const { current, past } = stateOf(replay, channel);
  const ramps = Object.entries(current?.canaries ?? {}).filter(([, { ramp }]) => ramp);
  if (ramps.length === 0) return {};
  const paused = Object.fromEntries(
    ramps
      .filter(([, { ramp }]) => ramp?.paused)
      .map(([app]) => [app, { state: 'paused', ...pausedBy(past.get(app)?.newest) } as const]),
  );
  const present = await readPresent(db, replay, channel, settings, at);
  if (present === null) return paused;
  const health = await withKept(db, present, settings, at);
  const outlooks = outlooksOf(health, settings, at, namesBy(replay));
  const heard = outlooks.flatMap(({ apps, outlook }) => apps.map((app) => [app, outlook] as const));
  return { ...Object.fromEntries(heard), ...paused };
}

/** Who has paused a ramp and why, if that is the newest step of its app. */
function pausedBy(step: Step | undefined): { by: string; reason: string } | undefined {
  const isPause = step?.canaryTo?.ramp?.paused && !step.canaryFrom?.ramp?.paused;
  return isPause ? { by: step.by, reason: step.reason } : undefined;
}

/**
 * Takes the ramps that are ready on to their next share, for the revision that was judged: of several servers one
 * succeeds. What does not fit there pauses the ramp, so that people see why.
 *
 * @returns whether the channel has moved
 */
export async function climb(
  { changesOf, log }: Pick<PartContext, 'changesOf' | 'log'>,
  replay: Replay,
  health: ChannelHealth,
  settings: HealthSettings,
  at: number,
): Promise<boolean> {
  const { channel, revision } = health.current;
  const { locks } = stateOf(replay, channel);
  for (const { apps, outlook, reason } of outlooksOf(health, settings, at, namesBy(replay))) {
    if (outlook.state !== 'ready' || lockOf(locks, apps, new Date(at).toISOString())) continue;
    const order = (order: 'skip' | 'pause', why: string) =>
      changesOf(channel).change(asTheRegistry, revision, {
        ...{ kind: 'ramp', apps: [...apps], order },
        reason: why.length > 500 ? `${why.slice(0, 499)}…` : why,
      });
    const made = await order('skip', reason);
    if (made.ok) {
      log(`${channel}: revision ${made.value.revision}, a ramp goes on: ${reason}`);
      return true;
    }
    if (made.code === 'moved') return true;
    const paused = await order('pause', `It cannot go on: ${made.problem}`);
    if (paused.ok) return true;
  }
  return false;
}
