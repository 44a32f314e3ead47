import type { BuildKey } from '../contract/build-key.ts';
import type { Move, Revision } from '../contract/channel.ts';

/** What one revision did to one app: when (ISO), by whom and why. */
export interface Step extends Move, Pick<Revision, 'revision' | 'kind' | 'at' | 'by' | 'reason'> {
  /** The registry did it itself. */
  automatic: boolean;
}

/** What an app did in a channel, as far as what it may do next depends on it. */
export interface AppPast {
  newest: Step;
  /** The builds that a rollback can go back through, the live one last. */
  stack: readonly string[];
  /** The newest step that changed its live build, … */
  live: Step | undefined;
  /** … and the newest one that began a canary. */
  canary: Step | undefined;
}

/** How many builds a stack holds: it is copied at each promotion. */
const maxStack = 500;

/** By app. */
export type Past = ReadonlyMap<string, AppPast>;

/**
 * The stack after a step. A promotion puts a build on top; a rollback to a build takes off all above it. So
 * one rollback after another goes ever further back, and never to a build that was rolled back from.
 */
export function stackAfter(
  stack: readonly string[],
  { kind, from, to }: Pick<Step, 'kind' | 'from' | 'to'>,
): readonly string[] {
  if (to === null || from === to) return stack;
  const at = stack.lastIndexOf(to);
  return kind === 'promote' || at < 0 ? [...stack.slice(1 - maxStack), to] : stack.slice(0, at + 1);
}

/** What an app did, after one more step. */
export function pastAfter(past: AppPast | undefined, step: Step): AppPast {
  const { from, to, canaryFrom, canaryTo } = step;
  const begins = canaryTo !== null && canaryFrom?.build !== canaryTo.build;
  return {
    newest: step,
    stack: stackAfter(past?.stack ?? [], step),
    live: from === to ? past?.live : step,
    canary: begins ? step : past?.canary,
  };
}

/** The builds of an app before the live one that are not recalled, nearest first, each once. */
export function buildsBefore(
  stack: readonly string[] = [],
  app: string,
  { builds, recalled }: Pick<Revision, 'builds' | 'recalled'>,
): string[] {
  const live = builds[app] ?? '';
  const at = stack.lastIndexOf(live);
  const before = stack.slice(0, at < 0 ? stack.length : at);
  return [...new Set(before.reverse())].filter(
    (build) => build !== live && !isRecalled(recalled, app, build),
  );
}

/** Whether a build of an app is among those that were recalled. */
export function isRecalled(
  recalled: Revision['recalled'],
  app: string,
  build: string | undefined | null,
): boolean {
  return recalled.some((one) => one.app === app && one.build === build);
}

/** Every build that a revision gives to browsers: the live ones, then the canaries. */
export function buildsIn({ builds, canaries }: Pick<Revision, 'builds' | 'canaries'>): BuildKey[] {
  return [
    ...Object.entries(builds).map(([app, build]) => ({ app, build })),
    ...Object.entries(canaries).map(([app, { build }]) => ({ app, build })),
  ];
}
