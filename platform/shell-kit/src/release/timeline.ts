import { type Build, nameOfBuild } from './build.ts';
import type { ReleaseMachine } from './release-machine.ts';

/** What a page notes of a build; as a mark of the browser's timeline it is `loaded mfe-notes@1.0.0-0123456789ab`. */
type Phase = 'loaded' | 'shown' | 'failed';

/** The name of a mark. */
export function markOf(phase: Phase, build: Build): string {
  return `${phase} ${nameOfBuild(build)}`;
}

/**
 * Notes on the browser's timeline when each build was first loaded, first shown, and first failed; of the last with
 * how as its `detail`. Each is noted once, so a page that stays open for days has no more of them than builds.
 */
export function noteOnTimeline({
  state,
  subscribe,
}: Pick<ReleaseMachine, 'state' | 'subscribe'>): void {
  const note = (phase: Phase, build: Build, detail?: string) => {
    const name = markOf(phase, build);
    if (performance.getEntriesByName(name).length === 0) performance.mark(name, { detail });
  };
  subscribe(() => {
    const { happened, mounted, widgets } = state();
    for (const build of happened.loads) note('loaded', build);
    for (const build of happened.failures) note('failed', build, build.kind);
    for (const build of [...mounted, ...widgets]) note('shown', build);
  });
}
