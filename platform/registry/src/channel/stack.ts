import type { BuildKey } from '../contract/build-key.ts';
import { type Move, type Revision, ships } from '../contract/channel.ts';
import { type Condemned, condemnedAs } from '../contract/condemned.ts';

/** What one revision did to one app: when (ISO), by whom and why. */
export interface Step extends Move, Pick<Revision, 'revision' | 'kind' | 'at' | 'by' | 'reason'> {
  /** The registry did it itself. */
  automatic: boolean;
  /** The revision that it undid, if it did. */
  undoes?: number | undefined;
}

/** What an app did in a channel, as far as later changes depend on it. */
export interface AppPast {
  newest: Step;
  /** The builds that a rollback can go back through, the live one last. */
  stack: readonly string[];
  /** The stack before the newest step; an undo of that step continues from there. */
  stackBefore: readonly string[];
  /** Its builds that were condemned before the newest step. */
  condemnedBefore: readonly Condemned[];
  /** The newest step that changed its live build. */
  live: Step | undefined;
  /** The newest step that began a canary. */
  canary: Step | undefined;
  /** The newest revision that shipped a build of it, to all or to a share; 0: none. */
  shipped: number;
}

/** How many builds a stack holds. It is limited because each promotion copies it. */
const maxStack = 500;

/** What happened to each app of a channel, by app. */
export type Past = ReadonlyMap<string, AppPast>;

/**
 * The stack after a step. A rollback that names no build goes to the build that was live last before the live one was
 * shipped. Builds that were taken back since, by a rollback from them or by an undo, are passed over. Apart from that,
 * an undo restores the stack as if the revision had never been.
 */
export function stackAfter(
  past: Pick<AppPast, 'newest' | 'stack' | 'stackBefore'> | undefined,
  { kind, from, to, undoes }: Pick<Step, 'kind' | 'from' | 'to' | 'undoes'>,
): readonly string[] {
  const stack = past?.stack ?? [];
  if (past !== undefined && undoes !== undefined) {
    // The newest step is the one that is undone: if the app had moved since, the undo would have been refused.
    const isTakenBack = ships(past.newest.kind) && from !== to;
    return isTakenBack ? past.stackBefore.filter((build) => build !== from) : past.stackBefore;
  }
  if (to === null || from === to) return stack;
  if (kind === 'promote') return [...stack.slice(1 - maxStack), to];
  const others = stack.filter((build) => build !== from);
  const at = others.lastIndexOf(to);
  return at < 0 ? [...others.slice(1 - maxStack), to] : others.slice(0, at + 1);
}

/** The past after one more step. `condemned`: the builds of the channel that were condemned before it. */
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
