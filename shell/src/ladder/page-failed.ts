import type { AppBuild } from '../federation/running.ts';
import type { SiteParts } from '../routing/site-parts.ts';

/**
 * The page of this build that stands there failed. Resolves to whether that of another build comes
 * in its place.
 */
export async function pageFailed(
  { ladder, renew }: Pick<SiteParts, 'ladder' | 'renew'>,
  { app, build }: AppBuild,
  error: unknown,
): Promise<boolean> {
  const replaced = await ladder.failed(app, build, error, 'page');
  if (replaced) renew();
  return replaced;
}

/**
 * A page that goes broke, or the one of `part` that stands there, in a way that its own boundary could
 * not hold; `stuck`: it cannot be made again.
 */
export async function zoneFailed(
  site: SiteParts,
  error: unknown,
  part: AppBuild | null,
  stuck: boolean,
): Promise<void> {
  const { culpritOf } = await import('./late.ts');
  const culprit = culpritOf(error, stuck ? part : null);
  if (culprit === null) return;
  const replaced = await site.ladder.failed(culprit.app, culprit.build, error, 'page');
  if (replaced && culprit.app === part?.app) site.renew();
}

/** Somebody wants to see a page that failed: its remote begins anew at the top of its ladder. */
export function tryAgain(site: SiteParts, app: string): void {
  site.attempt += 1;
  site.ladder.opened()?.again(app);
  site.renew();
}

/** More than a zone failed; the page may be loaded anew. */
export async function wholePageFailed(error: unknown): Promise<void> {
  (await import('./late.ts')).mendWholePage(error);
}
