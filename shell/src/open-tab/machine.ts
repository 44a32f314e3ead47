import { backoff } from '@tallystick/shared/machine/backoff';
import type { AppBuild } from '../federation/running.ts';
import {
  exposedBuilds,
  isRecalled,
  type Release,
  sameBuilds,
  shellWanted,
  type TabState,
} from './state.ts';

export type TabTimer = 'ask' | 'grace' | 'notice' | 'snooze';

/** What happens to an open tab. */
export type TabInput =
  /** The channel's state, at once after connecting and after each new revision. */
  | { type: 'news'; revision: number; recalled: readonly AppBuild[] }
  /** The release of this browser, as asked for. */
  | { type: 'release'; release: Release }
  /** The newest release with other builds of its remotes, by what works in this page. */
  | { type: 'ladder'; release: Release }
  | { type: 'no-release'; why: 'unreachable' | 'unreadable' }
  /** A navigation begins, to another page or within this one. */
  | { type: 'navigation'; to: 'page' | 'place' }
  /** No page is being loaded. The one at this address is `at`'s, by the routes of `revision`. */
  | { type: 'settled'; at: AppBuild | null; revision: number }
  /** The page of a recalled build was to be shown and is held back; null: none any more. */
  | { type: 'blocked'; by: AppBuild | null }
  /** The page failed and another build takes its place, or somebody wants to see it once more. */
  | { type: 'again' }
  | { type: 'running'; builds: Readonly<Record<string, string>> }
  | { type: 'activity'; dirty: boolean; active: boolean }
  /** The tab is seen again after so many milliseconds. */
  | { type: 'back'; hiddenFor: number }
  | { type: 'later' }
  | { type: 'accepted' }
  | { type: 'dismissed' }
  | { type: 'elapsed'; timer: TabTimer };

/** What is to be done, in this order. */
export type TabEffect =
  | { type: 'ask' }
  /** The navigation that begins gets the routes of this release. */
  | { type: 'route'; release: Release }
  /** The page is made anew where it stands, with the routes of this release. */
  | { type: 'renew'; release: Release }
  | { type: 'hold'; recalled: readonly AppBuild[]; graceExpired: readonly AppBuild[] }
  | { type: 'say'; putBack: string | null; shell: 'none' | 'new' | 'urgent' }
  /** Whether to tell what the person is doing. */
  | { type: 'watch'; on: boolean }
  | { type: 'reload'; shell: string }
  | { type: 'arm'; timer: TabTimer; milliseconds: number }
  | { type: 'disarm'; timer: TabTimer };

/** Milliseconds that a recalled build stays while the one in its place loads. */
const grace = 700;
const noticeTime = 20_000;
const snoozeTime = 60 * 60_000;
/** Hidden for so long, a tab may be loaded anew as it is seen again. */
const longHidden = 30 * 60_000;

/** What an input makes of a state, and what is to be done. Without side effects; see states.md. */
export function transition(
  before: TabState,
  input: TabInput,
): { state: TabState; effects: TabEffect[] } {
  const effects: TabEffect[] = [];
  const taken = take(before, input, effects);
  const state = settleShell(leaveRecalled(taken, effects), effects);
  follow(before, state, effects);
  return { state, effects };
}

function take(state: TabState, input: TabInput, effects: TabEffect[]): TabState {
  switch (input.type) {
    case 'news': {
      // News that was overtaken, by another way or another tab.
      if (input.revision < state.told) return state;
      const { revision: told, recalled } = input;
      const next = { ...state, told, recalled };
      const graceExpired = state.graceExpired.filter((part) => isRecalled(next, part));
      return ask({ ...next, graceExpired }, effects);
    }
    case 'release': {
      const { release } = input;
      const goal = release.revision >= state.goal.revision ? release : state.goal;
      const shown = sameBuilds(goal, state.shown) ? goal : state.shown;
      const next: TabState = { ...state, goal, shown, asking: 'no', unreadable: false };
      if (goal.revision >= state.told) return { ...next, failures: 0 };
      // More was told since it was asked for: that is not a failure.
      return state.told > state.askedAt ? ask(next, effects) : askLater(next, effects);
    }
    case 'ladder': {
      const { release } = input;
      if (release.revision !== state.goal.revision) return state;
      const shown = sameBuilds(release, state.shown) ? release : state.shown;
      return { ...state, goal: release, shown };
    }
    case 'no-release':
      return askLater({ ...state, unreadable: input.why === 'unreadable' }, effects);
    case 'navigation': {
      const held = state.at !== null && isRecalled(state, state.at);
      const stays = input.to === 'place' && !held;
      const navigation = stays ? state.shown : state.goal;
      effects.push({ type: 'route', release: navigation });
      return { ...state, navigation };
    }
    case 'settled': {
      const { navigation, replacing } = state;
      const settled = { ...state, at: input.at };
      if (navigation === null || navigation.revision !== input.revision) return settled;
      const arrived = { ...settled, shown: navigation, navigation: null };
      if (replacing === null) return arrived;
      effects.push({ type: 'arm', timer: 'notice', milliseconds: noticeTime });
      return { ...arrived, replacing: null, putBack: replacing };
    }
    case 'blocked':
      return { ...state, blocked: input.by };
    case 'again':
      return renew(state, effects);
    case 'running':
      return { ...state, running: input.builds };
    case 'activity':
      return { ...state, dirty: input.dirty, active: input.active };
    case 'back': {
      const mayReload = shellWanted(state) !== 'none' && !state.dirty;
      return mayReload && input.hiddenFor >= longHidden ? reload(state, effects) : state;
    }
    case 'later':
      effects.push({ type: 'arm', timer: 'snooze', milliseconds: snoozeTime });
      return { ...state, snoozed: true };
    case 'accepted':
      return shellWanted(state) === 'none' ? state : reload(state, effects);
    case 'dismissed':
      effects.push({ type: 'disarm', timer: 'notice' });
      return { ...state, putBack: null };
    case 'elapsed':
      return elapse(state, input.timer, effects);
  }
}

function elapse(state: TabState, timer: TabTimer, effects: TabEffect[]): TabState {
  switch (timer) {
    case 'ask':
      return ask({ ...state, asking: 'no' }, effects);
    case 'grace':
      return { ...state, graceExpired: [...state.graceExpired, ...exposedBuilds(state)] };
    case 'notice':
      return { ...state, putBack: null };
    case 'snooze':
      return { ...state, snoozed: false };
  }
}

/** Asks for the release of this browser, if there is a newer one than it has. */
function ask(state: TabState, effects: TabEffect[]): TabState {
  if (state.told <= state.goal.revision || state.asking === 'yes') return state;
  if (state.asking === 'waiting') effects.push({ type: 'disarm', timer: 'ask' });
  effects.push({ type: 'ask' });
  return { ...state, asking: 'yes', askedAt: state.told };
}

function askLater(state: TabState, effects: TabEffect[]): TabState {
  effects.push({ type: 'arm', timer: 'ask', milliseconds: backoff(state.failures) });
  return { ...state, asking: 'waiting', failures: state.failures + 1 };
}

function renew(state: TabState, effects: TabEffect[]): TabState {
  effects.push({ type: 'renew', release: state.goal });
  return { ...state, navigation: state.goal };
}

/** A recall does not wait for a navigation: the page is made anew as soon as there is another build. */
function leaveRecalled(state: TabState, effects: TabEffect[]): TabState {
  const under = state.navigation ?? state.shown;
  const gives = ({ remotes }: Release, app: string): boolean => {
    const build = remotes[app];
    return build !== undefined && isRecalled(state, { app, build });
  };
  const bad = [...exposedBuilds(state), state.at, state.blocked].find(
    (part) => part !== null && isRecalled(state, part) && gives(under, part.app),
  );
  if (!bad || gives(state.goal, bad.app)) return state;
  return { ...renew(state, effects), replacing: bad.app };
}

/** Offers the new shell when nothing is disturbed by it; leaves a recalled one by itself. */
function settleShell(state: TabState, effects: TabEffect[]): TabState {
  const { dirty, active, offered, snoozed, goal, reloadedFor } = state;
  switch (shellWanted(state)) {
    case 'none':
      return { ...state, offered: false };
    case 'new':
      return { ...state, offered: !dirty && !snoozed && (offered || !active) };
    case 'urgent': {
      const free = !dirty && !active && reloadedFor !== goal.shell;
      return { ...(free ? reload(state, effects) : state), offered: true };
    }
  }
}

function reload(state: TabState, effects: TabEffect[]): TabState {
  if (state.reloading) return state;
  effects.push({ type: 'reload', shell: state.goal.shell });
  return { ...state, reloading: true };
}

/** Says what follows from the new state alone, where it is not what followed from the old one. */
function follow(before: TabState, state: TabState, effects: TabEffect[]): void {
  const { recalled, graceExpired } = state;
  if (recalled !== before.recalled || graceExpired !== before.graceExpired) {
    effects.push({ type: 'hold', recalled, graceExpired });
  }
  const exposed = exposedBuilds(state).length > 0;
  if (exposed !== exposedBuilds(before).length > 0) {
    effects.push(
      exposed
        ? { type: 'arm', timer: 'grace', milliseconds: grace }
        : { type: 'disarm', timer: 'grace' },
    );
  }
  const wanted = shellWanted(state) !== 'none';
  if (wanted !== (shellWanted(before) !== 'none')) {
    effects.push({ type: 'watch', on: wanted });
  }
  const said = words(state);
  const saidBefore = words(before);
  if (said.putBack !== saidBefore.putBack || said.shell !== saidBefore.shell) {
    effects.push({ type: 'say', ...said });
  }
}

/** What the notices say. */
function words(state: TabState): { putBack: string | null; shell: 'none' | 'new' | 'urgent' } {
  return { putBack: state.putBack, shell: state.offered ? shellWanted(state) : 'none' };
}
