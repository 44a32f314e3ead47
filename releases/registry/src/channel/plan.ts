import type { Canary, Change, ChangeKind, Revision } from '../contract/channel.ts';
import type { AppLock } from '../contract/history.ts';
import { type Refusal, refusal } from '../contract/problem.ts';
import type { Result } from '../registry.ts';
import { type AutomaticChange, automaticGoals, type MayNotCode, mayNot } from './automatic.ts';
import { applyGoals, changesAnything, type Goal, goalsOf, type Next } from './goals.ts';
import { buildsBefore, isRecalled, type Past } from './stack.ts';

/** What a decision about a channel is made from. */
export interface ChannelState {
  /** The newest revision, or null before the first. */
  current: Revision | null;
  past: Past;
  /** `app@build` of every build that was ever live in the channel. */
  live: ReadonlySet<string>;
  locks: readonly AppLock[];
  /** Whether a manager asks, who may go back with an app that is locked. */
  byManager: boolean;
  /** The revision that an `undo` names, if there is one. */
  undone: Revision | null;
}

export type Plan = Result<Next>;

/**
 * Decides what a change that somebody asks for makes of a channel: the next revision, or why not.
 * Whether the builds exist and fit together is not its business.
 */
export function planChange(state: ChannelState, change: Change): Plan {
  const { current, locks, byManager } = state;
  const goals = goalsOfChange(state, change);
  if (!goals.ok) return goals;
  const moved = goals.value.filter((goal) => changesAnything(current, goal));
  if (moved.length === 0) return refusal('invalid', 'this changes nothing');
  const apps = moved.map(({ app }) => app);
  const locked = goesBack(state, change) && byManager ? null : lockProblem(locks, apps);
  if (locked !== null) return refusal('locked', locked);
  for (const { app, build, canary, forgive } of moved) {
    const wanted = [build, canary?.build].find(
      (one) => !forgive && isRecalled(current?.recalled ?? [], app, one),
    );
    if (wanted)
      return refusal('invalid', `${app} ${wanted} was recalled; promote it if it is meant`);
  }
  const paused = moved
    .map((goal) => pausedProblem(state, change, goal))
    .find((one) => one !== null);
  return paused ?? { ok: true, value: applyGoals(current, kindOf(change), moved) };
}

/**
 * Decides likewise what the registry itself makes of a channel in which a build fails. It never goes
 * past a lock.
 */
export function planAutomatic(
  state: Pick<ChannelState, 'past' | 'locks'> & { current: Revision },
  change: AutomaticChange,
): Result<Next, MayNotCode> {
  const locked = lockProblem(state.locks, change.apps);
  if (locked !== null) return mayNot('locked', locked);
  const goals = automaticGoals(state, change);
  return goals.ok
    ? { ok: true, value: applyGoals(state.current, change.kind, goals.value) }
    : goals;
}

function lockProblem(locks: readonly AppLock[], moved: readonly string[]): string | null {
  const lock = locks.find(({ app }) => moved.includes(app));
  return lock === undefined ? null : `${lock.app} is locked by ${lock.by}: ${lock.reason}`;
}

/** A paused build is not shipped before a manager has resumed it, or undone the pause. */
function pausedProblem(state: ChannelState, change: Change, { app, build, canary }: Goal) {
  const held = state.current?.held?.[app];
  if (held === undefined || (held.build !== build && held.build !== canary?.build)) return null;
  if (change.kind === 'undo' && state.undone?.kind === 'hold' && state.byManager) return null;
  const why = `${app} ${held.build} is paused since revision ${held.revision}`;
  return refusal('locked', `${why}; a manager may end that: ${held.reason}`);
}

/** Whether a change brings nothing new: in an incident a lock must not be in its way. */
function goesBack({ undone }: ChannelState, change: Change): boolean {
  if (change.kind === 'undo') return undone?.kind === 'promote' || undone?.kind === 'canary';
  return change.kind === 'rollback';
}

function kindOf(change: Change): ChangeKind {
  if (change.kind !== 'rollback' && change.kind !== 'undo') return change.kind;
  return change.recall ? 'recall' : 'rollback';
}

function goalsOfChange(state: ChannelState, change: Change): Result<Goal[]> {
  switch (change.kind) {
    case 'promote':
      return goalsOf(Object.entries(change.builds), ([app, build]) => ({
        app,
        build,
        canary: null,
        forgive: true,
      }));
    case 'canary':
      return goalsOf(Object.entries(change.builds), ([app, build]) =>
        canaried(state, app, { build, percent: change.percent }),
      );
    case 'rollback':
      return goalsOf(new Set(change.apps), (app) =>
        rolledBack(state, app, change.to[app], change.recall),
      );
    case 'undo':
      return undone(state, change.revision, change.recall);
    case 'remove':
      return goalsOf(new Set(change.apps), (app) =>
        liveOf(state, app) === null ? notInChannel(app) : { app, build: null, canary: null },
      );
    case 'unhold':
      return goalsOf(new Set(change.apps), (app) =>
        state.current?.held?.[app] === undefined
          ? refusal('unknown', `no build of ${app} is paused`)
          : { app, build: liveOf(state, app), canary: canaryOf(state, app), pause: null },
      );
  }
}

function canaried(state: ChannelState, app: string, canary: Canary): Goal | Refusal {
  const build = liveOf(state, app);
  if (build === null) {
    return refusal('invalid', `${app} has no live build yet: promote one to everybody first`);
  }
  if (build === canary.build) return refusal('invalid', `${app} ${build} is live already`);
  return { app, build, canary, forgive: true };
}

function rolledBack(
  state: ChannelState,
  app: string,
  to: string | undefined,
  recall: boolean,
): Goal | Refusal {
  const { current, past } = state;
  const live = liveOf(state, app);
  if (current === null || live === null) return notInChannel(app);
  // What was live was judged as it came; anything else would pass by the rules for new builds.
  if (to !== undefined && !state.live.has(`${app}@${to}`)) {
    const problem = `${app} ${to} was not live in ${current.channel} before`;
    return refusal('invalid', `${problem}; promote it if it is meant`);
  }
  const [before] = buildsBefore(past.get(app)?.stack, app, current);
  const build = to ?? (canaryOf(state, app) === null ? before : live);
  return build === undefined
    ? refusal('unknown', `there is no build of ${app} to go back to`)
    : { app, build, canary: null, recall };
}

function undone(state: ChannelState, revision: number, recall: boolean): Result<Goal[]> {
  const { undone } = state;
  if (undone === null) return refusal('unknown', `there is no revision ${revision}`);
  return goalsOf(undone.moves, ({ app, from, canaryFrom }) => {
    const last = state.past.get(app)?.newest.revision ?? revision;
    if (last !== revision) {
      return refusal('moved', `${app} has moved since, in revision ${last}`);
    }
    // Undoing a recall makes its builds usable again; builds that another revision recalled stay recalled.
    const own = (build: string | undefined | null) =>
      undone.kind === 'recall' && isRecalled(undone.recalled, app, build);
    const forgive = own(from) || own(canaryFrom?.build);
    return { app, build: from, canary: canaryFrom, recall, forgive };
  });
}

function notInChannel(app: string): Refusal {
  return refusal('unknown', `${app} is not in the channel`);
}

function liveOf({ current }: ChannelState, app: string): string | null {
  return current?.builds[app] ?? null;
}

function canaryOf({ current }: ChannelState, app: string): Canary | null {
  return current?.canaries[app] ?? null;
}
