import { type Build, includesBuild } from './build.ts';
import type { ReleaseEffect } from './inputs.ts';
import { isReplacedHere } from './ladders.ts';
import { type ReleaseInPage, remoteBuild } from './release-in-page.ts';
import { isRecalled, type ReleaseState, startingBuild } from './state.ts';

/** Milliseconds that a page or a widget has to stand until its build is taken to work. */
export const standingMs = 3_000;

/** Notes which widgets are in the page, and lets new ones stand for a while. */
export function mountWidgets(
  before: ReleaseState,
  widgets: readonly Build[],
  effects: ReleaseEffect[],
): ReleaseState {
  const state = { ...before, widgets };
  const newest = widgets.at(-1);
  if (newest === undefined) effects.push({ type: 'disarm', timer: 'widgets-standing' });
  else if (!includesBuild(before.widgets, newest)) {
    effects.push({ type: 'starting', build: newest });
    effects.push({ type: 'arm', timer: 'widgets-standing', milliseconds: standingMs });
    return state;
  }
  effects.push({ type: 'starting', build: startingBuild(state) });
  return state;
}

/**
 * The widgets of one app give way to the build that takes the place of theirs, if one does. The page that shows
 * them stays.
 */
export function swapWidgets(state: ReleaseState, app: string): ReleaseState {
  return withWidgetsOf(state, (build) => build.app === app && isReplacedHere(state, build));
}

/** A page that comes shows no widget of a build that has failed here meanwhile. */
export function swapFailed(state: ReleaseState): ReleaseState {
  return withWidgetsOf(
    state,
    (build) =>
      state.ladders[build.app]?.down[build.build] !== undefined && isReplacedHere(state, build),
  );
}

/** Widgets leave a recalled build as soon as there is another one. */
export function leaveRecalledWidgets(state: ReleaseState): ReleaseState {
  return withWidgetsOf(state, (build) => {
    const next = remoteBuild(state.goal, build.app);
    return isRecalled(state, build) && !isRecalled(state, { app: build.app, build: next ?? '' });
  });
}

/**
 * What is shown, with the builds of `goal` for those apps that are to leave theirs. The page's own
 * app is never one of them: it changes with the whole page.
 */
function withWidgetsOf(state: ReleaseState, leaves: (build: Build) => boolean): ReleaseState {
  const { shown, goal, page } = state;
  const remotes = shown.remotes.map((remote) => {
    const { name: app, build } = remote;
    const next = goal.remotes.find(({ name }) => name === app);
    const isOwn = app === page?.build?.app;
    return next && next.build !== build && !isOwn && leaves({ app, build }) ? next : remote;
  });
  const same = remotes.every((remote, at) => remote === shown.remotes[at]);
  return same ? state : { ...state, shown: { ...shown, remotes } };
}

/** The release by which a page has its widgets: its own until it has arrived. */
export function widgetRelease(
  { navigation, shown }: ReleaseState,
  ofPage: ReleaseInPage,
): ReleaseInPage {
  const arrives = navigation.type === 'begun' && navigation.release === ofPage;
  return arrives ? ofPage : shown;
}
