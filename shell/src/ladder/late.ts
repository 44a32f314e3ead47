import type { RemoteRelease } from '@tallystick/shared/contracts/release';
import type { Recall } from '../federation/recall.ts';
import type { AppBuild, Running } from '../federation/running.ts';
import { blamed } from './blame.ts';
import { createLadder, type Ladder } from './ladder.ts';
import { readBroken, startWithout } from './starting.ts';

/** The ladder of a page that was served with these remotes. */
export function openLadder(
  remotes: readonly RemoteRelease[],
  running: Running,
  recall: Recall,
): Ladder {
  const { before, now } = readBroken();
  const ladder = createLadder(running, recall, before);
  ladder.follow(remotes);
  if (now !== null) ladder.failed(now.app, now.build, null, 'boot');
  return ladder;
}

/**
 * More than a zone failed, so that nothing here can be mended. If a remote's code stands in the
 * error, the page is loaded anew, once, and begins without that build.
 */
export function mendWholePage(error: unknown): void {
  const part = blamed(error);
  if (part !== null && startWithout(part)) window.location.reload();
}

/** Whose code threw an error: who stands in its stack, else `suspect`. */
export function culpritOf(error: unknown, suspect: AppBuild | null): AppBuild | null {
  return blamed(error) ?? suspect;
}
