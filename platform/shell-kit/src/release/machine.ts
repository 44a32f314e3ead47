import type { PageError } from '@tallystick/contract/page-error';
import type { Step } from '../machine/run-machine.ts';
import { type Build, isSameBuild, nameOfBuild } from './build.ts';
import { joined, nothing } from './happened.ts';
import type { Notice, ReleaseEffect, ReleaseInput, ReleaseTimer } from './inputs.ts';
import { failBuild, followRelease, isReplacedHere, updateLadder, withLadders } from './ladders.ts';
import { leaveRecalled, renew } from './leave-recalled.ts';
import { remoteBuild } from './release-in-page.ts';
import { arriveAt, askAgain, askFor, askLater } from './request.ts';
import { retryDue, retryFiles, retryOver } from './retry.ts';
import { offerShell, reload } from './shell-offer.ts';
import {
  exposedBuilds,
  isRecalled,
  type ReleaseState,
  releaseInUse,
  runningBuild,
  shellWanted,
  startingBuild,
} from './state.ts';
import { takeUrgentValues } from './urgent-values.ts';
import {
  leaveRecalledWidgets,
  mountWidgets,
  standingMs,
  swapFailed,
  swapWidgets,
} from './widgets.ts';

/** Milliseconds that a recalled build stays while the one in its place loads. */
const graceMs = 700;
const noticeMs = 20_000;
const snoozeMs = 60 * 60_000;
/** Hidden for so many milliseconds, a tab may be loaded anew as it is seen again. */
const longHiddenMs = 30 * 60_000;
const maxErrors = 10;

/** What an input makes of a state, and what is to be done. Without side effects; see states.md. */
export function transition(
  before: ReleaseState,
  input: ReleaseInput,
): Step<ReleaseState, ReleaseEffect> {
  const effects: ReleaseEffect[] = [];
  const taken = take(before, input, effects);
  // The router is in the midst of what broke it off: a load that is asked for now would run beside that.
  if (input.type === 'broken-off') return { state: taken, effects };
  const left = leaveRecalledWidgets(leaveRecalled(retryDue(taken, effects), effects));
  const state = offerShell(takeUrgentValues(left, effects), effects);
  follow(before, state, effects);
  return { state, effects };
}

function take(state: ReleaseState, input: ReleaseInput, effects: ReleaseEffect[]): ReleaseState {
  switch (input.type) {
    case 'news': {
      // News that was overtaken, by another way or another tab.
      if (input.revision < state.announced) return state;
      const { revision: announced, recalled } = input;
      const next = { ...state, announced, recalled };
      const graceExpired = state.graceExpired.filter((build) => isRecalled(next, build));
      return askFor(withLadders({ ...next, graceExpired }, followRelease(next)), effects);
    }
    case 'release':
      return arriveAt(state, input.release, effects);
    case 'no-release':
      return askLater({ ...state, unreadable: input.why === 'unreadable' }, effects);
    case 'navigation': {
      const { page, navigation, goal } = state;
      // The load that was to take the page of a recalled build away may have been broken off by this one.
      const mustLeave = page?.build != null && isRecalled(state, page.build);
      const stays = input.to === 'place' && navigation.type !== 'asked' && !mustLeave;
      // A load that has begun and was not broken off has come, though its page may not have been drawn.
      const release = stays ? releaseInUse(state) : goal;
      return { ...state, navigation: { type: 'begun', release } };
    }
    case 'broken-off':
      return state.navigation.type === 'begun' ? { ...state, navigation: { type: 'none' } } : state;
    case 'settled':
      return settle(state, input, effects);
    case 'held-back':
      return { ...state, heldBack: [...state.heldBack, input.build] };
    case 'let-go':
      return { ...state, heldBack: without(state.heldBack, input.build) };
    case 'mounted':
      return mount(state, [...state.mounted, input.build], effects);
    case 'unmounted':
      return mount(state, without(state.mounted, input.build), effects);
    case 'widget-mounted':
      return mountWidgets(state, [...state.widgets, input.build], effects);
    case 'widget-unmounted':
      return mountWidgets(state, without(state.widgets, input.build), effects);
    case 'swap':
      return swapWidgets(state, input.app);
    case 'loaded': {
      const { build, took } = input;
      const happened = joined(state.happened, { loads: [{ ...build, took }] });
      return updateLadder({ ...state, happened }, build.app, {
        type: 'loaded',
        build: build.build,
      });
    }
    case 'failed':
      return failBuild(state, input.build, input.kind);
    case 'threw':
      return takeError(state, input.build, input.dirty, effects);
    case 'erred':
      return noteError(state, input.error);
    case 'renew':
      return renew(state, effects);
    case 'again': {
      const tried = { ...state, attempts: state.attempts + 1 };
      return renew(updateLadder(tried, input.app, { type: 'again' }), effects);
    }
    case 'retried':
      return retryOver(state, effects);
    case 'online':
      return retryFiles(state, effects);
    case 'activity':
      return { ...state, dirty: input.dirty, active: input.active };
    case 'back': {
      const mayReload = shellWanted(state) !== 'none' && !state.dirty;
      return mayReload && input.hiddenFor >= longHiddenMs ? reload(state, effects) : state;
    }
    case 'later':
      effects.push({ type: 'arm', timer: 'snooze', milliseconds: snoozeMs });
      return state.offer === 'reloading' ? state : { ...state, offer: 'snoozed' };
    case 'accepted':
      return shellWanted(state) === 'none' ? state : reload(state, effects);
    case 'dismissed':
      effects.push({ type: 'disarm', timer: 'notice' });
      return { ...state, replacement: null };
    case 'reported':
      return { ...state, happened: nothing };
    case 'elapsed':
      return elapse(state, input.timer, effects);
  }
}

/** Without this one of them: the same build may be there twice. */
function without(builds: readonly Build[], gone: Build): Build[] {
  return builds.filter((build) => build !== gone);
}

function elapse(state: ReleaseState, timer: ReleaseTimer, effects: ReleaseEffect[]): ReleaseState {
  switch (timer) {
    case 'ask':
      return askAgain(state, effects);
    case 'grace':
      return { ...state, graceExpired: [...state.graceExpired, ...exposedBuilds(state)] };
    case 'notice':
      return state.replacement?.type === 'done' ? { ...state, replacement: null } : state;
    case 'retry':
      return retryFiles(state, effects);
    case 'snooze':
      return state.offer === 'snoozed' ? { ...state, offer: 'none' } : state;
    case 'standing': {
      const build = runningBuild(state);
      return build === null ? state : stand({ ...state, stands: true }, [build], effects);
    }
    case 'widgets-standing':
      return stand(state, state.widgets, effects);
  }
}

/** These builds have been in the page for a while. */
function stand(
  state: ReleaseState,
  builds: readonly Build[],
  effects: ReleaseEffect[],
): ReleaseState {
  const stood = { ...state.stood };
  for (const build of builds) stood[nameOfBuild(build)] ??= 'quiet';
  const next = { ...state, stood };
  effects.push({ type: 'starting', build: startingBuild(next) });
  return builds.reduce<ReleaseState>(
    (now, { app, build }) => updateLadder(now, app, { type: 'stood', build }),
    next,
  );
}

function settle(
  state: ReleaseState,
  { build, failed, release }: Extract<ReleaseInput, { type: 'settled' }>,
  effects: ReleaseEffect[],
): ReleaseState {
  const settled = { ...state, page: { build, failed } };
  const { navigation, replacement } = state;
  if (navigation.type === 'none' || navigation.release !== release) return settled;
  const arrived = swapFailed({ ...settled, shown: release, navigation: { type: 'none' } });
  if (replacement?.type !== 'loading') return arrived;
  effects.push({ type: 'arm', timer: 'notice', milliseconds: noticeMs });
  return { ...arrived, replacement: { ...replacement, type: 'done' } };
}

/** Notes what runs, and lets another build stand for a while before it is taken to work. */
function mount(
  before: ReleaseState,
  mounted: readonly Build[],
  effects: ReleaseEffect[],
): ReleaseState {
  const state = { ...before, mounted };
  const build = runningBuild(state);
  if (isSameBuild(build, runningBuild(before))) return state;
  effects.push({ type: 'starting', build });
  effects.push(
    build === null
      ? { type: 'disarm', timer: 'standing' }
      : { type: 'arm', timer: 'standing', milliseconds: standingMs },
  );
  return { ...state, stands: false };
}

/** An error in an event of a build that has just come counts as its failure. */
function takeError(
  state: ReleaseState,
  build: Build,
  dirty: boolean,
  effects: ReleaseEffect[],
): ReleaseState {
  const name = nameOfBuild(build);
  const isShown = isSameBuild(runningBuild(state), build);
  if (isShown ? state.stands : name in state.stood) {
    // Once is enough: an error at each click would be nothing but noise.
    if (state.stood[name] === 'reported') return state;
    const stood = { ...state.stood, [name]: 'reported' as const };
    const failures = [{ ...build, kind: 'event' as const }];
    return { ...state, stood, happened: joined(state.happened, { failures }) };
  }
  const failed = failBuild(state, build, 'boot');
  if (!isReplacedHere(failed, build) || dirty) return failed;
  return isShown || isComing(state, build)
    ? renew(failed, effects)
    : swapWidgets(failed, build.app);
}

/** Each error is reported once of a page, and so many of them in all. */
function noteError(state: ReleaseState, error: PageError): ReleaseState {
  const { erred, happened } = state;
  const name = [error.name, error.message, error.frames[0]].join(' ');
  if (erred.includes(name) || erred.length >= maxErrors) return state;
  return { ...state, erred: [...erred, name], happened: joined(happened, { errors: [error] }) };
}

/** Whether the page that is being loaded may be of this build. */
function isComing({ navigation }: ReleaseState, { app, build }: Build): boolean {
  return navigation.type !== 'none' && remoteBuild(navigation.release, app) === build;
}

/** Says what follows from the new state alone, where it is not what followed from the old one. */
function follow(before: ReleaseState, state: ReleaseState, effects: ReleaseEffect[]): void {
  const exposed = exposedBuilds(state).length > 0;
  if (exposed !== exposedBuilds(before).length > 0) {
    effects.push(
      exposed
        ? { type: 'arm', timer: 'grace', milliseconds: graceMs }
        : { type: 'disarm', timer: 'grace' },
    );
  }
  const wanted = shellWanted(state) !== 'none';
  if (wanted !== (shellWanted(before) !== 'none')) effects.push({ type: 'watch', on: wanted });
  const notice = noticeOf(state);
  const noticeBefore = noticeOf(before);
  if (notice.replaced !== noticeBefore.replaced || notice.shell !== noticeBefore.shell) {
    effects.push({ type: 'notify', ...notice });
  }
}

function noticeOf(state: ReleaseState): Notice {
  const { replacement, offer } = state;
  const isOffered = offer === 'offered' || offer === 'reloading';
  return {
    replaced: replacement?.type === 'done' ? replacement.title : null,
    shell: isOffered ? shellWanted(state) : 'none',
  };
}
