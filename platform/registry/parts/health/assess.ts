import { buildsBefore, type Past } from '../../src/channel/stack.ts';
import type { BuildKey } from '../../src/contract/build-key.ts';
import type { Revision } from '../../src/contract/channel.ts';
import type { Condemned } from '../../src/contract/condemned.ts';
import type { Comparison, Rates } from '../../src/contract/health.ts';
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
import { type JudgedWindow, shareOf } from './window.ts';

/** What a channel is judged by. */
export interface ChannelHealth {
  current: Revision;
  past: Past;
  condemned: readonly Condemned[];
  /** Figures of each app in its window. */
  figures: readonly BuildFigures[];
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
    findings.push({ app, build, role, figures, ...worse, networksNeeded, sharedWith: shared });
  };
  for (const [app, canary] of Object.entries(current.canaries)) {
    const live = current.builds[app];
    if (live === undefined) continue;
    look('canary', app, canary.build, othersOfCanary(rule, knownOf(health, app, live)));
  }
  for (const [app, build] of Object.entries(current.builds)) {
    const before = buildBefore(health, app);
    const known = before === undefined ? null : knownOf(health, app, before);
    look('live', app, build, othersOfLive(rule, known));
  }
  return findings;
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

/** The rule for this window of an app. */
function ruleFor(rule: Rule, { windows }: ChannelHealth, app: string): Rule {
  const window = windows.get(app);
  return window === undefined ? rule : { ...rule, chance: rule.chance * shareOf(window) };
}

function figuresOf({ figures }: ChannelHealth, app: string, build: string) {
  return figures.find((one) => one.app === app && one.build === build) ?? nothing;
}

function knownOf(health: ChannelHealth, app: string, build: string): Known {
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
