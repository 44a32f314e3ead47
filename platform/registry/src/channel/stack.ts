import type { BuildKey } from '../contract/build-key.ts';
import type { Move, Revision } from '../contract/channel.ts';
import { type Condemned, condemnedAs } from '../contract/condemned.ts';

/** What one revision did to one app: when (ISO), by whom and why. */
export interface Step extends Move, Pick<Revision, 'revision' | 'kind' | 'at' | 'by' | 'reason'> {
  /** The registry did it itself. */
  automatic: boolean;
  /** The revision that it undid, if it did. */
  undoes?: number | undefined;
}

/** What an app did in a channel, as far as what it may do next depends on it. */
export interface AppPast {
  newest: Step;
  /** The builds that a rollback can go back through, the live one last, … */
  stack: readonly string[];
  /** … and what they were before the newest step: what undoes it goes on from there. */
  stackBefore: readonly string[];
  /** Its builds that were condemned before the newest step. */
  condemnedBefore: readonly Condemned[];
  /** The newest step that changed its live build, … */
  live: Step | undefined;
  /** … the newest one that began a canary, … */
  canary: Step | undefined;
  /** … and the newest revision that shipped a build of it, to all or to a share; 0: none. */
  shipped: number;
}

/** How many builds a stack holds: it is copied at each promotion. */
const maxStack = 500;

/** By app. */
export type Past = ReadonlyMap<string, AppPast>;

/** Whether a revision of this kind gives browsers builds that somebody chose for being new. */
export const ships = (kind: Revision['kind']) => kind === 'promote' || kind === 'canary';

/**
 * The stack after a step. A rollback that names no build goes to the one that was live last before the live one was
 * shipped and has not been taken back since: what a rollback leaves is taken back, what is undone as well, and an
 * undo makes the rest as if the revision had never been.
 */
export function stackAfter(
  past: Pick<AppPast, 'newest' | 'stack' | 'stackBefore'> | undefined,
  { kind, from, to, undoes }: Pick<Step, 'kind' | 'from' | 'to' | 'undoes'>,
): readonly string[] {
  const stack = past?.stack ?? [];
  if (past !== undefined && undoes !== undefined) {
    // Nothing else has moved the app since, or it would have been refused.
    const isTakenBack = ships(past.newest.kind) && from !== to;
    return isTakenBack ? past.stackBefore.filter((build) => build !== from) : past.stackBefore;
  }
  if (to === null || from === to) return stack;
  if (kind === 'promote') return [...stack.slice(1 - maxStack), to];
  const others = stack.filter((build) => build !== from);
  const at = others.lastIndexOf(to);
  return at < 0 ? [...others.slice(1 - maxStack), to] : others.slice(0, at + 1);
}

/** What an app did, after one more step. `condemned`: the builds of the channel that were so before it. */
export function pastAfter(
  past: AppPast | undefined,
  step: Step,
  condemned: readonly Condemned[],
): AppPast {
  const { app, from, to, canaryFrom, canaryTo } = step;
  const begins = canaryTo !== null && canaryFrom?.build !== canaryTo.build;
  return {
    newest: step,
    stack: stackAfter(past, step),
    stackBefore: past?.stack ?? [],
    condemnedBefore: condemned.filter((one) => one.app === app),
    live: from === to ? past?.live : step,
    canary: begins ? step : past?.canary,
    shipped: ships(step.kind) ? step.revision : (past?.shipped ?? 0),
  };
}

/** The builds of an app before the live one that are not condemned, nearest first, each once. */
export function buildsBefore(
  stack: readonly string[] = [],
  app: string,
  { builds }: Pick<Revision, 'builds'>,
  condemned: readonly Condemned[],
): string[] {
  const live = builds[app] ?? '';
  const at = stack.lastIndexOf(live);
  const before = stack.slice(0, at < 0 ? stack.length : at);
  return [...new Set(before.reverse())].filter(
    (build) => build !== live && condemnedAs(condemned, app, build) === undefined,
  );
}

/** Every build that a revision gives to browsers: the live ones, then the canaries. */
export function buildsIn({ builds, canaries }: Pick<Revision, 'builds' | 'canaries'>): BuildKey[] {
  return [
    ...Object.entries(builds).map(([app, build]) => ({ app, build })),
    ...Object.entries(canaries).map(([app, { build }]) => ({ app, build })),
  ];
}
