import type { NamedChange } from '../contract/change-request.ts';
import {
  type Canary,
  type Change,
  type ChangeKind,
  type Revision,
  ships,
} from '../contract/channel.ts';
import { type Condemned, condemnedAs } from '../contract/condemned.ts';
import type { AppLock } from '../contract/history.ts';
import { locksInTheWay, undoGoesBack } from '../contract/locks-in-the-way.ts';
import { type OrRefusal, type Refusal, refusal, refusedFor } from '../contract/problem.ts';
import { everyApp } from '../contract/scalars.ts';
import { applyGoals, changesAnything, type Goal, goalsOf, type Made, type Next } from './goals.ts';
import { planSlots, undoSlots } from './plan-slots.ts';
import { rampAfter } from './ramp.ts';
import { configured } from './values.ts';
import { pausedCanary } from './verdicts.ts';
import { buildBack, type WayBack } from './way-back.ts';

/** What a decision about a channel is made from, and who (`by`) makes it when (`at`). */
export interface ChannelState extends WayBack, Omit<Made, 'reason'> {
  /** The newest revision, or null before the first. */
  current: Revision | null;
  /** `app@build` of every build that was ever live in the channel. */
  live: ReadonlySet<string>;
  locks: readonly AppLock[];
  /** Whether a manager asks, who may go back with an app that is locked. */
  byManager: boolean;
  /** The revision that an `undo` names, if there is one. */
  undone: Revision | null;
}

export type Plan = OrRefusal<Next>;

/**
 * Decides what a change that somebody asks for makes of a channel: the next revision, or why not.
 * Whether the builds exist and fit together is not its business.
 */
export function planChange(state: ChannelState, change: Change): Plan {
  const { locks, byManager, by, at, undone } = state;
  const back = bringsNothingNew(undone, change);
  const holding = locksInTheWay(locks, { back, byManager });
  if (change.kind === 'slots') {
    const freeze = lockOf(holding, [], at);
    return freeze === undefined
      ? planSlots(state, change)
      : refusedFor({ code: 'locked', lock: freeze });
  }
  const slots = change.kind === 'undo' && undone && undoSlots(state, undone, change.reason);
  if (slots) return slots;
  const goals = goalsOfChange(state, change);
  if (!goals.ok) return goals;
  const moved = goals.value.filter((goal) => changesAnything(state, goal));
  if (moved.length === 0) return refusal('invalid', 'this changes nothing');
  const apps = moved.map(({ app }) => app);
  const lock = lockOf(holding, apps, at);
  if (lock !== undefined) return refusedFor({ code: 'locked', lock });
  for (const { app, build, canary, end = [] } of moved) {
    const goesOn = state.condemned.filter((one) => !end.includes(one));
    const condemned = condemnedAs(goesOn, app, build) ?? condemnedAs(goesOn, app, canary?.build);
    if (condemned !== undefined) return refusedFor({ code: 'condemned', condemned });
  }
  const next = applyGoals(state, kindOf(change, moved), moved, { by, at, reason: change.reason });
  return { ok: true, value: change.kind === 'undo' ? { ...next, undoes: change.revision } : next };
}

/** The lock of one of these apps, or of all, that holds now (ISO), if there is one. */
export function lockOf(
  locks: readonly AppLock[],
  moved: readonly string[],
  at: string,
): AppLock | undefined {
  return locks.find(
    (lock) => (lock.app === everyApp || moved.includes(lock.app)) && holds(lock, at),
  );
}

/** Whether a lock has not ended by itself (`at`: ISO). */
export function holds({ until }: AppLock, at: string): boolean {
  return until === undefined || Date.parse(at) < Date.parse(until);
}

/** Whether a change only keeps a ramp from going on: nothing ships by it. */
export const isPause = (change: Change | NamedChange): boolean =>
  change.kind === 'ramp' && change.order === 'pause';

/** Whether a change takes something back. It waits for no second person, and must be possible on a full disk. */
export const goesBack = (change: Change | NamedChange): boolean =>
  ['rollback', 'abort', 'undo'].includes(change.kind) || isPause(change);

/** Whether it brings nothing new, too. `undone`: the revision that an `undo` names. */
function bringsNothingNew(undone: Revision | null, change: Change): boolean {
  if (change.kind !== 'undo') return goesBack(change);
  return undone !== null && undoGoesBack(undone.kind);
}

function kindOf(change: Change, goals: readonly Goal[]): ChangeKind {
  switch (change.kind) {
    case 'rollback':
    case 'abort':
    case 'undo':
      return change.recall ? 'recall' : 'rollback';
    case 'ramp':
      return goals.some(({ canary }) => canary === null) ? 'promote' : 'canary';
    default:
      return change.kind;
  }
}

function goalsOfChange(
  state: ChannelState,
  change: Exclude<Change, { kind: 'slots' }>,
): OrRefusal<Goal[]> {
  switch (change.kind) {
    case 'promote':
      return goalsOf(Object.entries(change.builds), ([app, build]) => ({
        app,
        build,
        canary: null,
        end: undoneOnly(state, app, build),
      }));
    case 'canary':
      return goalsOf(Object.entries(change.builds), ([app, build]) =>
        canaried(state, app, canaryWanted(build, change)),
      );
    case 'rollback':
      return goalsOf(new Set(change.apps), (app) => rolledBack(state, app, change));
    case 'abort':
      return goalsOf(new Set(change.apps), (app) => aborted(state, app, change.recall));
    case 'undo':
      return undone(state, change.revision, change.recall);
    case 'remove':
      return goalsOf(new Set(change.apps), (app) =>
        liveOf(state, app) === null ? notInChannel(app) : { app, build: null, canary: null },
      );
    case 'unhold':
      return goalsOf(new Set(change.apps), (app) => resumed(state, app, change.builds?.[app]));
    case 'configure':
      return goalsOf([change], () => configuredGoal(state, change));
    case 'ramp':
      return goalsOf(new Set(change.apps), (app) => {
        const live = liveOf(state, app);
        if (live === null) return notInChannel(app);
        const after = rampAfter(app, live, canaryOf(state, app), change.order);
        return 'ok' in after ? after : { app, ...after };
      });
  }
}

/** The canary that a change wants a build to be. */
export function canaryWanted(
  build: string,
  { percent, steps }: Extract<Change, { kind: 'canary' }>,
): Canary {
  return { build, percent, ...(steps && { ramp: { steps } }) };
}

function canaried(state: ChannelState, app: string, canary: Canary): Goal | Refusal {
  const build = liveOf(state, app);
  const { percent, ramp } = canary;
  const [next] = ramp?.steps ?? [];
  if (next !== undefined && next <= percent) {
    return refusal('invalid', `a ramp that begins with ${percent} % cannot go on to ${next} %`);
  }
  if (build === null) {
    return refusal('invalid', `${app} has no live build yet: promote one to everybody first`);
  }
  if (build === canary.build) return refusal('invalid', `${app} ${build} is live already`);
  return { app, build, canary, end: undoneOnly(state, app, canary.build) };
}

function rolledBack(
  state: ChannelState,
  app: string,
  { to: named, live: meant = [], recall }: Extract<Change, { kind: 'rollback' }>,
): Goal | Refusal {
  const { current } = state;
  const live = liveOf(state, app);
  if (current === null || live === null) return notInChannel(app);
  const to = named[app];
  // What was live was judged as it came; anything else would pass by the rules for new builds.
  if (to !== undefined && !state.live.has(`${app}@${to}`)) {
    const problem = `${app} ${to} was not live in ${current.channel} before`;
    return refusal('invalid', `${problem}; to use it anyway, promote it`);
  }
  const paused = pausedCanary(state, app);
  const canary = canaryOf(state, app) ?? paused;
  if (canary !== undefined && to === undefined && !meant.includes(app)) {
    const { build, percent } = canary;
    const beside = { canary: { build, percent }, paused: canary === paused };
    return refusedFor({ code: 'ambiguous', app, live, ...beside });
  }
  const build = to ?? buildBack(state, app, current);
  if (build === undefined) return refusal('unknown', `there is no build of ${app} to go back to`);
  const end = undoneOnly(state, app, to);
  return { app, build, canary: null, condemn: recall ? recallOf(state, app) : undefined, end };
}

function aborted(state: ChannelState, app: string, recall: boolean): Goal | Refusal {
  const live = liveOf(state, app);
  if (live === null) return notInChannel(app);
  const canary = canaryOf(state, app) ?? pausedCanary(state, app);
  if (canary === undefined) return refusal('unknown', `${app} has no canary`);
  const condemn = recall ? { why: 'recalled' as const, builds: [canary.build] } : undefined;
  return { app, build: live, canary: null, condemn };
}

function undone(state: ChannelState, revision: number, recall: boolean): OrRefusal<Goal[]> {
  const { undone, condemned, byManager, current } = state;
  if (undone === null) return refusal('unknown', `there is no revision ${revision}`);
  return goalsOf(undone.moves, ({ app, from, to, canaryFrom, canaryTo, settings }) => {
    const own = state.past.get(app);
    const last = own?.newest.revision ?? revision;
    if (last !== revision) {
      return refusal('moved', `${app} has moved since, in revision ${last}`);
    }
    const verdicts = condemned.filter((one) => one.app === app);
    const before = own?.condemnedBefore ?? [];
    const restore = before.filter((one) => !isAmong(verdicts, one));
    // To end a verdict is a manager's.
    const ended = byManager ? verdicts.filter((one) => !isAmong(before, one)) : [];
    const shipped = [to, canaryTo?.build].filter((build) => typeof build === 'string');
    const builds = shipped.filter((build) => build !== from && build !== canaryFrom?.build);
    const takenBack = ships(undone.kind) ? { why: 'undone' as const, builds } : undefined;
    const condemn = recall ? recallOf(state, app) : takenBack;
    const now = (current?.revision ?? 0) + 1;
    const urgent = recall && settings && { values: {}, ...settings.from, now };
    const goal = { app, build: from, canary: canaryFrom, values: urgent || settings?.from };
    return { ...goal, condemn, end: ended, restore };
  });
}

function configuredGoal(
  state: ChannelState,
  change: Extract<Change, { kind: 'configure' }>,
): Goal | Refusal {
  const { app } = change;
  const build = liveOf(state, app);
  if (build === null) return notInChannel(app);
  const { revision = 0, values = {} } = state.current ?? {};
  const set = configured(values[app] ?? null, change, revision + 1);
  if (!set.ok) return set;
  return { app, build, canary: canaryOf(state, app) ?? null, values: set.value };
}

function isAmong(verdicts: readonly Condemned[], { build, revision }: Condemned): boolean {
  return verdicts.some((one) => one.build === build && one.revision === revision);
}

function resumed(state: ChannelState, app: string, named: string | undefined): Goal | Refusal {
  const own = state.condemned.filter((one) => one.app === app);
  const meant = own.map(({ build }) => build).filter((one) => one === (named ?? one));
  const [first, ...others] = new Set(meant);
  if (first === undefined) {
    const what = named === undefined ? `no build of ${app} is` : `${app} ${named} is not`;
    return refusal('unknown', `${what} paused, rolled back by itself, recalled or undone`);
  }
  if (others.length > 0) {
    const which = own.map(({ build, why }) => `${app}@${build} (${why})`).join(', ');
    return refusal('invalid', `several builds of ${app} could be meant; name one: ${which}`);
  }
  const canary = canaryOf(state, app) ?? null;
  const end = own.filter(({ build }) => build === first);
  return { app, build: liveOf(state, app), canary, end };
}

/**
 * What shipping a build by its name ends: that somebody undid a revision says of the build only that nobody comes to it
 * unasked. All else that condemns a build is a manager's to end.
 */
function undoneOnly(
  { condemned }: ChannelState,
  app: string,
  build: string | undefined,
): Condemned[] {
  return condemned.filter((one) => one.app === app && one.build === build && one.why === 'undone');
}

/** All that browsers get of an app is recalled. */
function recallOf(state: ChannelState, app: string): Goal['condemn'] {
  const builds = [liveOf(state, app), canaryOf(state, app)?.build];
  return { why: 'recalled', builds: builds.filter((build) => typeof build === 'string') };
}

function notInChannel(app: string): Refusal {
  return refusal('unknown', `${app} is not in the channel`);
}

function liveOf({ current }: ChannelState, app: string): string | null {
  return current?.builds[app] ?? null;
}

function canaryOf({ current }: ChannelState, app: string): Canary | undefined {
  return current?.canaries[app];
}
