import type { Canary, Change, ChangeKind, Move, Revision } from '../contract/channel.ts';
import type { AppLock } from '../contract/history.ts';
import type { Refusal } from '../contract/problem.ts';
import { refuse } from '../refusals.ts';
import { buildsBefore, type Step } from './stack.ts';

/** What a decision about a channel is made from. */
export interface ChannelState {
  /** The newest revision, or null before the first. */
  current: Revision | null;
  /** The steps of each app that the change names, oldest first. */
  past: Readonly<Record<string, readonly Step[]>>;
  locks: readonly AppLock[];
  /** Whether a manager asks, who may go back with an app that is locked. */
  byManager: boolean;
  /** The revision that an `undo` names, if there is one. */
  undone: Revision | null;
}

/** What the next revision says, apart from its number, who, when and why. */
export type Next = Pick<Revision, 'kind' | 'builds' | 'canaries' | 'recalled' | 'moves' | 'held'>;
export type Plan = { ok: true; value: Next } | Refusal;

/** Where one app is to go; `recall`: of the builds that it leaves. */
export interface Goal {
  app: string;
  build: string | null;
  canary: Canary | null;
  recall: boolean;
  /** The goal may be a build that was recalled, which it then is no more. */
  forgive: boolean;
  /** The held build of the app is held no more. */
  unhold: boolean;
}
type Goals = { ok: true; value: Goal[] } | Refusal;

/**
 * Decides what a change makes of a channel: the next revision, or why not. Whether the builds exist
 * and fit together is not its business.
 */
export function planChange(state: ChannelState, change: Change): Plan {
  const goals = goalsOf(state, change);
  if (!goals.ok) return goals;
  const moved = goals.value.filter((goal) => goal.unhold || isMove(moveOf(state, goal)));
  if (moved.length === 0) return refuse('invalid', 'this changes nothing');
  for (const { app } of goesBack(state, change) && state.byManager ? [] : moved) {
    const lock = state.locks.find((held) => held.app === app);
    if (lock) return refuse('locked', `${app} is locked by ${lock.by}: ${lock.reason}`);
  }
  for (const { app, build, canary, forgive } of moved) {
    const wanted = [build, canary?.build].find(
      (one) => one !== undefined && one !== null && !forgive && isRecalled(state, app, one),
    );
    if (wanted !== undefined) {
      return refuse('invalid', `${app} ${wanted} was recalled; promote it if it is meant`);
    }
  }
  const held = moved.map((goal) => heldProblem(state, change, goal)).find((one) => one !== null);
  if (held) return held;
  return { ok: true, value: apply(state, kindOf(change), moved) };
}

/** A held build is not shipped before a manager has ended the hold, or undone it. */
function heldProblem(state: ChannelState, change: Change, { app, build, canary }: Goal) {
  const held = state.current?.held?.[app];
  if (held === undefined || (held.build !== build && held.build !== canary?.build)) return null;
  if (change.kind === 'undo' && state.undone?.kind === 'hold' && state.byManager) return null;
  const why = `${app} ${held.build} is held since revision ${held.revision}`;
  return refuse('locked', `${why}; a manager may end that: ${held.reason}`);
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

function goalsOf(state: ChannelState, change: Change): Goals {
  switch (change.kind) {
    case 'promote':
      return promoted(change);
    case 'canary':
      return each(Object.entries(change.builds), ([app, build]) =>
        canaried(state, app, { build, percent: change.percent }),
      );
    case 'rollback':
      return each([...new Set(change.apps)], (app) =>
        rolledBack(state, app, change.to[app], change.recall),
      );
    case 'undo':
      return undone(state, change.revision, change.recall);
    case 'remove':
      return each([...new Set(change.apps)], (app) => removed(state, app));
    case 'unhold':
      return each([...new Set(change.apps)], (app) => unheld(state, app));
  }
}

function each<T>(
  items: readonly T[],
  goalOf: (item: T) => { ok: true; value: Goal } | Refusal,
): Goals {
  const goals: Goal[] = [];
  for (const item of items) {
    const goal = goalOf(item);
    if (!goal.ok) return goal;
    goals.push(goal.value);
  }
  return { ok: true, value: goals };
}

const goal = (app: string, to: Partial<Goal>): { ok: true; value: Goal } => ({
  ok: true,
  value: { app, build: null, canary: null, recall: false, forgive: false, unhold: false, ...to },
});

function promoted({ builds }: Extract<Change, { kind: 'promote' }>): Goals {
  return each(Object.entries(builds), ([app, build]) => goal(app, { build, forgive: true }));
}

function canaried(state: ChannelState, app: string, canary: Canary) {
  const build = liveOf(state, app);
  if (build === null) {
    return refuse('invalid', `${app} has no live build yet: promote one to everybody first`);
  }
  if (build === canary.build) return refuse('invalid', `${app} ${build} is live already`);
  return goal(app, { build, canary, forgive: true });
}

function rolledBack(state: ChannelState, app: string, to: string | undefined, recall: boolean) {
  const build = liveOf(state, app);
  if (build === null) return refuse('unknown', `${app} is not in the channel`);
  if (to !== undefined) return goal(app, { build: to, recall });
  if (canaryOf(state, app) !== null) return goal(app, { build, recall });
  const [before] = buildsBefore(state.past[app] ?? [], build, (one) => isRecalled(state, app, one));
  return before === undefined
    ? refuse('unknown', `there is no build of ${app} to go back to`)
    : goal(app, { build: before, recall });
}

function undone(state: ChannelState, revision: number, recall: boolean): Goals {
  const { undone } = state;
  if (undone === null) return refuse('unknown', `there is no revision ${revision}`);
  return each(undone.moves, ({ app, from, canaryFrom }) => {
    const last = state.past[app]?.at(-1)?.revision ?? revision;
    if (last !== revision) {
      return refuse('moved', `${app} has moved since, in revision ${last}`);
    }
    // Of its own recall a revision can be undone; what others recalled stays so.
    const own = (build: string | undefined | null) =>
      undone.kind === 'recall' && undone.recalled.some((one) => isOf(one, app, build));
    return goal(app, {
      build: from,
      canary: canaryFrom,
      recall,
      forgive: own(from) || own(canaryFrom?.build),
    });
  });
}

function removed(state: ChannelState, app: string) {
  return liveOf(state, app) === null
    ? refuse('unknown', `${app} is not in the channel`)
    : goal(app, {});
}

function unheld(state: ChannelState, app: string) {
  return state.current?.held?.[app] === undefined
    ? refuse('unknown', `no build of ${app} is held`)
    : goal(app, { build: liveOf(state, app), canary: canaryOf(state, app), unhold: true });
}

/** What goals make of a channel. */
export function apply(
  state: Pick<ChannelState, 'current'>,
  kind: ChangeKind,
  goals: readonly Goal[],
): Next {
  const { current } = state;
  const held = { ...current?.held };
  const builds = { ...current?.builds };
  const canaries = { ...current?.canaries };
  let recalled = [...(current?.recalled ?? [])];
  const moves = goals.map((goal) => moveOf(state, goal));
  for (const { app, build, canary, recall } of goals) {
    const left = [builds[app], canaries[app]?.build];
    if (build === null) delete builds[app];
    else builds[app] = build;
    if (canary === null) delete canaries[app];
    else canaries[app] = canary;
    const wanted = [build, canary?.build];
    if (endsHold.includes(kind) || wanted.includes(held[app]?.build)) delete held[app];
    if (recall) {
      for (const one of left) {
        if (one === undefined || recalled.some((known) => isOf(known, app, one))) continue;
        recalled.push({ app, build: one });
      }
    }
    recalled = recalled.filter((one) => !(one.app === app && wanted.includes(one.build)));
  }
  const isHeld = Object.keys(held).length > 0;
  return { kind, builds, canaries, recalled, ...(isHeld && { held }), moves };
}

/** Kinds of change after which nothing is held of an app: another build takes the held one's place. */
const endsHold: readonly ChangeKind[] = ['promote', 'canary', 'remove', 'unhold'];

function moveOf(
  state: Pick<ChannelState, 'current'>,
  { app, build, canary }: Pick<Goal, 'app' | 'build' | 'canary'>,
): Move {
  const canaryFrom = canaryOf(state, app);
  return { app, from: liveOf(state, app), to: build, canaryFrom, canaryTo: canary };
}

function isMove({ from, to, canaryFrom, canaryTo }: Move): boolean {
  const same = canaryFrom?.build === canaryTo?.build && canaryFrom?.percent === canaryTo?.percent;
  return from !== to || !same;
}

function liveOf({ current }: Pick<ChannelState, 'current'>, app: string): string | null {
  return current?.builds[app] ?? null;
}

function canaryOf({ current }: Pick<ChannelState, 'current'>, app: string): Canary | null {
  return current?.canaries[app] ?? null;
}

function isRecalled({ current }: ChannelState, app: string, build: string): boolean {
  return current?.recalled.some((one) => isOf(one, app, build)) ?? false;
}

function isOf(one: { app: string; build: string }, app: string, build: string | undefined | null) {
  return one.app === app && one.build === build;
}
