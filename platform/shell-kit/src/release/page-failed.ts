import { isChunkError } from '../federation/load-failure.ts';
import type { Build } from './build.ts';
import { blamed, describeError, type ErrorSource } from './describe-error.ts';
import { isReplacedHere } from './ladders.ts';
import type { ReleaseMachine } from './release-machine.ts';
import { forgetBroken, startWithout } from './starting.ts';

/** The page of this build failed. True if that of another build takes its place. */
export function pageFailed(release: ReleaseMachine, build: Build, error: unknown): boolean {
  // React keeps what a lazy component's file threw, and asks for the file no more.
  if (isChunkError(error) && triedAgain.get(release) === error) window.location.reload();
  const isReplaced = failed(release, build, error);
  if (isReplaced) release.dispatch({ type: 'renew' });
  return isReplaced;
}

/** A widget of this build broke; the page that shows it is of another app, and stays. */
export function widgetFailed(release: ReleaseMachine, build: Build, error: unknown): void {
  failed(release, build, error);
  release.dispatch({ type: 'swap', app: build.app });
}

/**
 * A page broke in a way that its own boundary could not hold. `build` is that of the page that
 * stands there, null if it is none of a remote's; `stuck`: the page cannot be made again.
 */
export function zoneFailed(
  release: ReleaseMachine,
  error: unknown,
  build: Build | null,
  stuck: boolean,
): void {
  const culprit = blamed(error) ?? (stuck ? build : null);
  if (culprit === null) return;
  const isReplaced = failed(release, culprit, error);
  if (isReplaced && culprit.app === build?.app) release.dispatch({ type: 'renew' });
}

/** What a page threw that somebody tries again. */
const triedAgain = new WeakMap<ReleaseMachine, unknown>();

/**
 * Somebody wants to see a page that failed: its remote begins anew at the top of its ladder. For the shell's
 * own page everything begins anew.
 */
export function tryAgain(release: ReleaseMachine, build: Build | null, error: unknown): void {
  if (build === null) {
    window.location.reload();
    return;
  }
  triedAgain.set(release, error);
  forgetBroken(build.app);
  release.dispatch({ type: 'again', app: build.app });
}

/** What matters of the page as an error is heard of. */
interface PageInTrouble {
  /** Resolves, once no load of a build is under way, to whether anything of it has loaded. */
  readonly settled: (build: Build) => Promise<boolean>;
  /** Whether something is half filled in the page. */
  readonly dirty: () => boolean;
  /** Whether anything of the page has been drawn: before that the root is empty anyway. */
  readonly drawn: boolean;
}

/**
 * An error that nobody caught.
 */
export async function takeError(
  release: ReleaseMachine,
  event: Event,
  { settled, dirty, drawn }: PageInTrouble,
): Promise<void> {
  // React has taken the whole page away: `first.js` has put words in its place.
  if (drawn && document.getElementById('root')?.childElementCount === 0) {
    wholePageFailed(event instanceof ErrorEvent ? event.error : null);
    return;
  }
  noteError(release, thrownBy(event));
  const build = culpritOf(event);
  if (build === null) return;
  // Code may throw while its build is still loading. What does not load is reported by whoever asked for it.
  if (!(await settled(build))) return;
  release.dispatch({ type: 'threw', build, dirty: dirty() });
}

/**
 * More than a zone failed, so that nothing here can be mended. If a remote's code stands in the error,
 * the page is loaded anew, once, and begins without that build.
 */
export function wholePageFailed(error: unknown): void {
  const build = blamed(error);
  if (build !== null && startWithout(build)) window.location.reload();
}

/** Has an error reported to the team whose code it is in. A page that fails says whose it is (`culprit`). */
export function noteError(
  release: Pick<ReleaseMachine, 'state' | 'dispatch'>,
  thrown: unknown,
  source: ErrorSource = {},
): void {
  const error = describeError(thrown, release.state().shell, source);
  if (error !== null) release.dispatch({ type: 'erred', error });
}

function failed(release: ReleaseMachine, build: Build, error: unknown): boolean {
  noteError(release, error, { culprit: build });
  release.dispatch({ type: 'failed', build, kind: isChunkError(error) ? 'chunk' : 'render' });
  return isReplacedHere(release.state(), build);
}

function thrownBy(event: Event): unknown {
  if (event instanceof ErrorEvent) return event.error;
  return 'reason' in event ? event.reason : null;
}

function culpritOf(event: Event): Build | null {
  if (event instanceof ErrorEvent) return blamed(event.error, event.filename);
  const reason = thrownBy(event);
  // A request that was cancelled, because somebody went elsewhere.
  if (reason instanceof Error && reason.name === 'AbortError') return null;
  return blamed(reason);
}
