import type { AppBuild } from '../federation/running.ts';
import type { Site } from '../routing/site.ts';
import { blamed } from './blame.ts';
import { startWithout } from './starting.ts';

/**
 * The page of this build that stands there failed. True if that of another build comes in its place.
 */
export function pageFailed(
  { ladder, bridge }: Pick<Site, 'ladder' | 'bridge'>,
  { app, build }: AppBuild,
  error: unknown,
): boolean {
  const replaced = ladder.failed(app, build, error, 'page');
  if (replaced) bridge.again();
  return replaced;
}

/**
 * A page that goes broke, or the one of `part` that stands there, in a way that its own boundary could
 * not hold; `stuck`: it cannot be made again.
 */
export function zoneFailed(
  { ladder, bridge }: Site,
  error: unknown,
  part: AppBuild | null,
  stuck: boolean,
): void {
  const culprit = blamed(error) ?? (stuck ? part : null);
  if (culprit === null) return;
  const replaced = ladder.failed(culprit.app, culprit.build, error, 'page');
  if (replaced && culprit.app === part?.app) bridge.again();
}

/**
 * Somebody wants to see a page that failed: its remote begins anew at the top of its ladder. For the shell's
 * own page everything begins anew.
 */
export function tryAgain({ ladder, bridge }: Site, part: AppBuild | null): void {
  if (part === null) {
    window.location.reload();
    return;
  }
  ladder.again(part.app);
  bridge.tryAgain();
}

/**
 * More than a zone failed, so that nothing here can be mended. If a remote's code stands in the
 * error, the page is loaded anew, once, and begins without that build.
 */
export function wholePageFailed(error: unknown): void {
  const part = blamed(error);
  if (part !== null && startWithout(part)) window.location.reload();
}
