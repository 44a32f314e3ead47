import { findRoute } from '@tallystick/contract/find-route';
import { createBlockers } from '../router/blockers.ts';
import { type Build, includesBuild } from './build.ts';
import type { ErrorSource } from './describe-error.ts';
import { isUsable } from './ladder.ts';
import { isReplacedHere } from './ladders.ts';
import {
  noteError,
  pageFailed,
  takeError,
  tryAgain,
  wholePageFailed,
  widgetFailed,
  zoneFailed,
} from './page-failed.ts';
import type { ReleaseInPage } from './release-in-page.ts';
import { createReleaseMachine, type ReleaseMachineParts, whenAllowed } from './release-machine.ts';
import { markComing, markStanding, markStarting } from './starting.ts';
import { isRecalled, releaseInUse, startingBuild } from './state.ts';
import { widgetRelease } from './widgets.ts';

/**
 * Releases as a page load sees them: which build brings what, whether it may be shown, and what follows where one
 * fails. Behind it is the machine of states.md.
 */
export type Releases = ReturnType<typeof createReleases>;

export function createReleases(parts: ReleaseMachineParts) {
  const machine = createReleaseMachine(parts);
  const { state } = machine;
  const blockers = createBlockers((from, to) => isWithinApp(releaseInUse(state()), from, to));
  return {
    ...machine,
    /** What of the page is unsaved. */
    blockers,
    /** The release of the page that is being loaded, else of the one that is shown. */
    inUse: (): ReleaseInPage => releaseInUse(state()),
    isRecalled: (build: Build) => isRecalled(state(), build),
    /**
     * Whether a recalled build has had its time to be replaced: nothing of it is shown any more.
     */
    hasGraceExpired: (build: Build) => includesBuild(state().graceExpired, build),
    /** Whether a widget of a build may be loaded and shown: it is not recalled, and something of it works here. */
    mayShow(build: Build): boolean {
      const ladder = state().ladders[build.app];
      return !isRecalled(state(), build) && (!ladder || isUsable(ladder, build.build));
    },
    /** The release by which a page has its widgets: its own until it has arrived. */
    ofWidgets: (ofPage: ReleaseInPage) => widgetRelease(state(), ofPage),
    /** Resolves when the build may be shown; rejects when `signal` aborts. */
    allowed: (build: Build, signal: AbortSignal) => whenAllowed(machine, build, signal),
    /** Whether another build takes the place of this one, which failed. */
    isReplaced: (build: Build) => isReplacedHere(state(), build),
    /** A build is asked for, whose code may begin at any moment until what is returned is called. */
    coming(build: Build): () => void {
      const came = markComing(build);
      return () => {
        came();
        markStanding(startingBuild(state()));
      };
    },
    /** A build is about to draw: it may never come to an end. */
    starting: (build: Build) => markStarting(build),
    /** An error is reported to the team whose code it is in. */
    noteError: (error: unknown, source?: ErrorSource) => noteError(machine, error, source),
    /** The page of a build failed. True if that of another build takes its place. */
    pageFailed: (build: Build, error: unknown) => pageFailed(machine, build, error),
    /** A widget of a build broke; the page that shows it stays. */
    widgetFailed: (build: Build, error: unknown) => widgetFailed(machine, build, error),
    /** A page, of `build`, broke what its own boundary could not hold; `stuck`: it cannot be made again. */
    zoneFailed: (error: unknown, build: Build | null, stuck: boolean) =>
      zoneFailed(machine, error, build, stuck),
    /** The frame itself failed. */
    wholePageFailed,
    /** Somebody wants to see a page that failed; null: the shell's own. */
    tryAgain: (build: Build | null, error: unknown) => tryAgain(machine, build, error),
    /** Nobody caught this error. */
    takeError: (event: Event, page: Parameters<typeof takeError>[2]) =>
      takeError(machine, event, { ...page, dirty: () => page.dirty() || blockers.any() }),
  };
}

/** Whether both paths are below the same open one, `/notes/*`: the app goes about there by itself. */
function isWithinApp({ remotes }: ReleaseInPage, from: string, to: string): boolean {
  const routes = remotes.flatMap(({ declaration }) => declaration.routes);
  const [here, there] = [findRoute(routes, from)?.route, findRoute(routes, to)?.route];
  return here !== undefined && here === there && here.path.endsWith('/*');
}
