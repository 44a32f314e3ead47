import { buildsBefore, type Past } from '../../src/channel/stack.ts';
import type { BuildKey } from '../../src/contract/build-key.ts';
import type { Revision } from '../../src/contract/channel.ts';
import type { Condemned } from '../../src/contract/condemned.ts';
import {
  type Comparison,
  measures,
  type Rates,
  type Slow,
  type Split,
} from '../../src/contract/health.ts';
import type { BuildFigures } from './browsers.ts';
import {
  type Figures,
  hasRisen,
  judge,
  type Known,
  networksToRecall,
  othersOfCanary,
  othersOfLive,
  type Rule,
  type Worse,
} from './rule.ts';
import { brokenSplit, type SplitCounts } from './split.ts';
import { judgeTimes, type Times } from './times.ts';
import { type JudgedWindow, shareOf } from './window.ts';

/** What a channel is judged by. */
export interface ChannelHealth {
  current: Revision;
  past: Past;
  condemned: readonly Condemned[];
  /** Figures of each app in its window. */
  figures: readonly BuildFigures[];
  /** Times of the builds of apps that have a canary. */
  times: readonly (BuildKey & { times: Times })[];
  /** How browsers are split, of apps that have a canary. */
  splits: ReadonlyMap<string, SplitCounts>;
  /** The window of each app. */
  windows: ReadonlyMap<string, JudgedWindow>;
  /** What was kept of a build's rates, by `app@build`. */
  kept: ReadonlyMap<string, Rates>;
}

/** A build that is worse than what it stands beside. */
export interface Finding extends BuildKey, Worse {
  role: 'canary' | 'live';
  figures: Figures;
  /** The number of networks in which it must have failed before it is taken back. */
  networksNeeded: number;
  /** An app that nobody has moved meanwhile and that fails as well: something else is wrong. */
  sharedWith: string | null;
  /** It is slower; null: it fails more often. */
  slow: Slow | null;
  /** Its browsers are others than were asked for. */
  split: Split | null;
}

const nothing = { browsers: 0, failed: 0, networks: 0, heard: 0 };

/** The builds of a channel that are worse than what they stand beside; canaries first. */
export function assess(rule: Rule, health: ChannelHealth): Finding[] {
  const { current } = health;
  const findings: Finding[] = [];
  const look = (role: Finding['role'], app: string, build: string, others: Comparison[]) => {
    const figures = knownOf(health, app, build).now;
    const worse = judge(ruleFor(rule, health, app), figures, others);
    if (worse === null) return;
    const shared = worse.against.what === 'live' ? null : sharedWith(rule, health, app);
    const { heard } = figuresOf(health, app, build);
    const networksNeeded = role === 'live' ? networksToRecall(rule, heard) : 0;
    const split = role === 'canary' ? splitOf(rule, health, app) : null;
    const why = { networksNeeded, sharedWith: shared, slow: null, split };
    findings.push({ app, build, role, figures, ...worse, ...why });
  };
  for (const [app, canary] of Object.entries(current.canaries)) {
    const live = current.builds[app];
    if (live === undefined) continue;
    const before = findings.length;
    look('canary', app, canary.build, othersOfCanary(rule, knownOf(health, app, live)));
    if (findings.length > before) continue;
    const slow = slowerThan(rule, health, { app, build: canary.build }, live);
    if (slow !== null) findings.push(slow);
  }
  for (const [app, build] of Object.entries(current.builds)) {
    const before = buildBefore(health, app);
    const known = before === undefined ? null : knownOf(health, app, before);
    look('live', app, build, othersOfLive(rule, known));
  }
  return findings;
}

/** What is found of a canary's times beside those of the live build. */
function slowerThan(
  rule: Rule,
  health: ChannelHealth,
  { app, build }: BuildKey,
  live: string,
): Finding | null {
  const timesOf = (build: string) =>
    health.times.find((one) => one.app === app && one.build === build)?.times ?? {};
  for (const measure of measures) {
    const own = ruleFor(rule, health, app, measure);
    const slow = judgeTimes(own, measure, timesOf(build), timesOf(live));
    if (slow === null) continue;
    const { browsers, failed } = figuresOf(health, app, live);
    return {
      ...{ app, build, role: 'canary', slow, chance: slow.chance },
      figures: knownOf(health, app, build).now,
      against: { what: 'live', build: live, browsers, failed },
      ...{ networksNeeded: 0, sharedWith: null },
      split: splitOf(rule, health, app),
    };
  }
  return null;
}

/** Whether the browsers of an app's canary are others than were asked for. */
export function splitOf(
  rule: Rule,
  health: Pick<ChannelHealth, 'current' | 'splits' | 'windows'>,
  app: string,
): Split | null {
  const counts = health.splits.get(app);
  const canary = health.current.canaries[app];
  if (counts === undefined || canary === undefined) return null;
  return brokenSplit(counts, canary.percent, ruleFor(rule, health, app).chance);
}

/** The builds of which `assess` may want to know what was kept; few, most of the time none. */
export function wanted(rule: Rule, health: Omit<ChannelHealth, 'kept'>): [string, string][] {
  const { current, figures } = health;
  const suspicious = figures.some(
    ({ browsers, failed }) => browsers >= rule.minBrowsers && failed >= rule.minFailed,
  );
  if (!suspicious) return [];
  return Object.entries(current.builds).flatMap(([app, build]) => {
    const before = buildBefore(health, app) ?? build;
    return [...new Set([build, before])].map((one): [string, string] => [app, one]);
  });
}

/** The build that a rollback goes to. */
function buildBefore({ current, past, condemned }: Omit<ChannelHealth, 'kept'>, app: string) {
  return buildsBefore(past.get(app)?.stack, app, current, condemned)[0];
}

/** The rule for one judgement in this window of an app. */
export function ruleFor(
  rule: Rule,
  { windows }: Pick<ChannelHealth, 'windows'>,
  app: string,
  judged: Parameters<typeof shareOf>[1] = 'failures',
): Rule {
  const window = windows.get(app);
  return window === undefined ? rule : { ...rule, chance: rule.chance * shareOf(window, judged) };
}

function figuresOf({ figures }: ChannelHealth, app: string, build: string) {
  return figures.find((one) => one.app === app && one.build === build) ?? nothing;
}

/** What is known of a build in the window of its app. */
export function knownOf(health: ChannelHealth, app: string, build: string): Known {
  const { browsers, failed, networks } = figuresOf(health, app, build);
  return {
    build,
    now: { browsers, failed, networks },
    kept: health.kept.get(`${app}@${build}`) ?? { browsers: 0, failed: 0 },
  };
}

function sharedWith(rule: Rule, health: ChannelHealth, app: string): string | null {
  const { current, past } = health;
  const since = past.get(app)?.newest.revision ?? 0;
  for (const [other, build] of Object.entries(current.builds)) {
    const moved = past.get(other)?.newest.revision ?? Number.POSITIVE_INFINITY;
    if (other === app || moved >= since) continue;
    if (hasRisen(ruleFor(rule, health, other), knownOf(health, other, build))) return other;
  }
  return null;
}
