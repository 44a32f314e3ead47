import type { ChangeKind, Move, Revision } from '../contract/channel.ts';

/** One step of an app's past in a channel. */
export interface Step extends Pick<Move, 'from' | 'to' | 'canaryFrom' | 'canaryTo'> {
  revision: number;
  kind: ChangeKind;
  /** The registry did it itself. */
  automatic?: boolean;
}

/** A step that was made: when (ISO), by whom and why. */
export interface PastStep extends Step, Pick<Revision, 'at' | 'by' | 'reason'> {}

/** What apps of a channel did, oldest first, by their names. */
export type Past = Readonly<Record<string, readonly Step[]>>;

/**
 * The builds of an app that a rollback can go back through, the live one last, from its steps,
 * oldest first. A promotion puts a build on top; a rollback to a build takes off all above it. So
 * one rollback after another goes ever further back, and never to a build that was rolled back from.
 */
function stackOf(steps: readonly Step[]): string[] {
  const stack: string[] = [];
  for (const { kind, from, to } of steps) {
    if (to === null || from === to) continue;
    const at = stack.lastIndexOf(to);
    if (kind === 'promote' || at < 0) stack.push(to);
    else stack.length = at + 1;
  }
  return stack;
}

/** The builds of an app before the live one that are not recalled, nearest first, each once. */
export function buildsBefore(
  steps: readonly Step[],
  app: string,
  { builds, recalled }: Pick<Revision, 'builds' | 'recalled'>,
): string[] {
  const stack = stackOf(steps);
  const live = builds[app] ?? '';
  const at = stack.lastIndexOf(live);
  const before = stack.slice(0, at < 0 ? stack.length : at);
  return [...new Set(before.reverse())].filter(
    (build) => build !== live && !isRecalled(recalled, app, build),
  );
}

/** The step that made the live build of an app live, if it is known. */
export function broughtLive<S extends Step>(steps: readonly S[] = []): S | undefined {
  return steps.findLast(({ from, to }) => from !== to);
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
export function buildsIn({
  builds,
  canaries,
}: Pick<Revision, 'builds' | 'canaries'>): (readonly [app: string, build: string])[] {
  return [
    ...Object.entries(builds),
    ...Object.entries(canaries).map(([app, { build }]) => [app, build] as const),
  ];
}
