import type { ChangeKind, Move } from '../contract/channel.ts';

/** One step of an app's past in a channel. */
export interface Step extends Pick<Move, 'from' | 'to' | 'canaryFrom' | 'canaryTo'> {
  revision: number;
  kind: ChangeKind;
  /** The registry did it itself. */
  automatic?: boolean;
}

/** A step that was made, and when (ISO). */
export interface PastStep extends Step {
  at: string;
}

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

/** The builds before the live one that were not recalled, nearest first, each once. */
export function buildsBefore(
  steps: readonly Step[],
  live: string,
  isRecalled: (build: string) => boolean,
): string[] {
  const stack = stackOf(steps);
  const at = stack.lastIndexOf(live);
  const before = stack.slice(0, at < 0 ? stack.length : at);
  return [...new Set(before.reverse())].filter((build) => build !== live && !isRecalled(build));
}
