import type { BuildKey } from '../contract/build-key.ts';
import type { Revision } from '../contract/channel.ts';
import type { Comparison, Rates } from '../contract/health.ts';
import type { BuildFigures } from './browsers.ts';
import type { Origin } from './origins.ts';
import {
  type Figures,
  hasRisen,
  judge,
  type Known,
  networksToRecall,
  othersOfCanary,
  othersOfLive,
  type Rule,
} from './rule.ts';

/** What a channel is judged by. */
export interface ChannelHealth {
  current: Revision;
  origins: Readonly<Record<string, Origin>>;
  /** Of each app since it was last moved, or for the length of the window. */
  figures: readonly BuildFigures[];
  /** What was kept of a build's rates, by `app@build`. */
  kept: ReadonlyMap<string, Rates>;
}

/** A build that is worse than what it stands beside. */
export interface Finding extends BuildKey {
  role: 'canary' | 'live';
  figures: Figures;
  against: Comparison;
  chance: number;
  /** In how many networks it must have failed before it is taken back. */
  networksNeeded: number;
  /** An app that nobody has moved meanwhile and that fails as well: something else is wrong. */
  sharedWith: string | null;
}

const nothing: Figures = { browsers: 0, failed: 0, networks: 0 };

/** The builds of a channel that are worse than what they stand beside; canaries first. */
export function assess(rule: Rule, health: ChannelHealth): Finding[] {
  const { current, origins } = health;
  const findings: Finding[] = [];
  const look = (role: Finding['role'], app: string, build: string, others: Comparison[]) => {
    const figures = knownOf(health, app, build).now;
    const judgement = judge(rule, figures, others);
    if (judgement.kind !== 'worse') return;
    const { against, chance } = judgement;
    const shared = against.what === 'live' ? null : sharedWith(rule, health, app);
    const heard = figuresOf(health, app, build)?.heard ?? 0;
    const networksNeeded = role === 'live' ? networksToRecall(rule, heard) : 0;
    const finding = { app, build, role, figures, against, chance, networksNeeded };
    findings.push({ ...finding, sharedWith: shared });
  };
  for (const [app, canary] of Object.entries(current.canaries)) {
    const live = current.builds[app];
    if (live === undefined) continue;
    look('canary', app, canary.build, othersOfCanary(rule, knownOf(health, app, live)));
  }
  for (const [app, build] of Object.entries(current.builds)) {
    const before = origins[app]?.before ?? null;
    const known = before === null ? null : knownOf(health, app, before);
    look('live', app, build, othersOfLive(rule, known));
  }
  return findings;
}

/** The builds of which `assess` may want to know what was kept; few, most of the time none. */
export function wanted(rule: Rule, health: Omit<ChannelHealth, 'kept'>): [string, string][] {
  const { current, origins, figures } = health;
  const suspicious = figures.some(
    ({ browsers, failed }) => browsers >= rule.minBrowsers && failed >= rule.minFailed,
  );
  if (!suspicious) return [];
  return Object.entries(current.builds).flatMap(([app, build]) => {
    const before = origins[app]?.before ?? build;
    return [...new Set([build, before])].map((one): [string, string] => [app, one]);
  });
}

function figuresOf({ figures }: ChannelHealth, app: string, build: string) {
  return figures.find((one) => one.app === app && one.build === build);
}

function knownOf(health: ChannelHealth, app: string, build: string): Known {
  const { browsers, failed, networks } = figuresOf(health, app, build) ?? nothing;
  return {
    build,
    now: { browsers, failed, networks },
    kept: health.kept.get(`${app}@${build}`) ?? { browsers: 0, failed: 0 },
  };
}

function sharedWith(rule: Rule, health: ChannelHealth, app: string): string | null {
  const { current, origins } = health;
  const since = origins[app]?.moved ?? 0;
  for (const [other, build] of Object.entries(current.builds)) {
    const moved = origins[other]?.moved ?? Number.POSITIVE_INFINITY;
    if (other === app || moved >= since) continue;
    if (hasRisen(rule, knownOf(health, other, build))) return other;
  }
  return null;
}
