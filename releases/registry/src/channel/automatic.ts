import type { Revision } from '../contract/channel.ts';
import type { Verdict } from '../contract/health.ts';
import type { AppLock } from '../contract/history.ts';
import { apply, type Goal, type Next } from './plan.ts';
import { buildsBefore, type Step } from './stack.ts';

/** Why the registry leaves a build that fails to people. */
export type MayNotCode =
  | 'locked'
  | 'in-a-row'
  | 'chosen'
  | 'nothing-before'
  | 'set-moved'
  | 'unfit'
  | 'long-live'
  | 'few-networks'
  | 'shared'
  | 'told';

export interface MayNot {
  ok: false;
  code: MayNotCode;
  /** Half a sentence: what stands in the way. */
  why: string;
}

/** What the registry decides from, when it is to act by itself. */
export interface AutomaticState {
  current: Revision;
  /** The steps of each app that is concerned, oldest first. */
  past: Readonly<Record<string, readonly Step[]>>;
  locks: readonly AppLock[];
}

type AutomaticPlan = { ok: true; value: Next } | MayNot;

/**
 * The apps that came with the canary, or with the live build, of an app: its release set.
 *
 * The last argument is the revision that brought it.
 */
export function setOf(
  { current, past }: Pick<AutomaticState, 'current' | 'past'>,
  { app, build }: Pick<Verdict, 'app' | 'build'>,
  { revision, moves }: Pick<Revision, 'revision' | 'moves'>,
): string[] {
  if (current.canaries[app]?.build !== build) {
    return moves.filter(({ from, to }) => from !== to).map((move) => move.app);
  }
  const came = moves.filter(({ app: other, canaryTo }) => {
    if (canaryTo === null || !sameBuild(current, other, canaryTo.build)) return false;
    return past[other]?.findLast(isBeginning)?.revision === revision;
  });
  return came.map((move) => move.app);
}

const isBeginning = ({ canaryFrom, canaryTo }: Step) =>
  canaryTo !== null && canaryFrom?.build !== canaryTo.build;

function sameBuild({ canaries }: Revision, app: string, build: string): boolean {
  return canaries[app]?.build === build;
}

/** The revision since which a build is what it is in its channel: a canary, or live. */
export function beganAt(
  { current, past }: Pick<AutomaticState, 'current' | 'past'>,
  { app, build }: Pick<Verdict, 'app' | 'build'>,
): number | null {
  const steps = past[app] ?? [];
  const began = sameBuild(current, app, build)
    ? steps.findLast(isBeginning)
    : steps.findLast(({ from, to }) => from !== to);
  return began?.revision ?? null;
}

/** Takes a canary that failed, and those that came with it, from all browsers. */
export function planHold(
  state: AutomaticState,
  apps: readonly string[],
  { at, reason }: { at: string; reason: string },
): AutomaticPlan {
  const { current } = state;
  const locked = lockedOf(state, apps);
  if (locked) return locked;
  const goals = apps.map((app) => goalOf(app, { build: current.builds[app] ?? null }));
  const next = apply({ current }, 'hold', goals);
  const held = { ...next.held };
  for (const app of apps) {
    const canary = current.canaries[app];
    if (canary) held[app] = { ...canary, revision: current.revision + 1, at, reason };
  }
  return { ok: true, value: { ...next, held } };
}

/**
 * Takes the live builds of apps back to those before, all that came as one revision together. Not
 * what a person has locked, or went back to; not twice in a row; and not where one of the set has
 * moved since, since its parts belong together.
 */
export function planWithdrawal(
  state: AutomaticState,
  apps: readonly string[],
  recall: boolean,
): AutomaticPlan {
  const { current, past } = state;
  const locked = lockedOf(state, apps);
  if (locked) return locked;
  const goals: Goal[] = [];
  const began = new Set(apps.map((app) => beganLive(past[app])?.revision));
  for (const app of apps) {
    const steps = past[app] ?? [];
    if (steps.at(-1)?.automatic === true) {
      return mayNot('in-a-row', `the newest change of ${app} was the registry's own`);
    }
    const live = beganLive(steps);
    const build = current.builds[app];
    if (began.size > 1 || live === undefined || live.to !== build) {
      return mayNot('set-moved', `what came with it has moved since: ${apps.join(', ')}`);
    }
    if (live.kind !== 'promote') {
      return mayNot('chosen', `somebody went back to ${build} in revision ${live.revision}`);
    }
    const isRecalled = (one: string) =>
      current.recalled.some((gone) => gone.app === app && gone.build === one);
    const [before] = buildsBefore(steps, build, isRecalled);
    if (before === undefined || before === current.held?.[app]?.build) {
      return mayNot('nothing-before', `there is no build of ${app} to go back to`);
    }
    const canary = current.canaries[app];
    // A canary of the very build that comes back is none any more.
    const goesOn = canary !== undefined && canary.build !== before ? canary : null;
    goals.push(goalOf(app, { build: before, canary: goesOn, recall }));
  }
  return { ok: true, value: apply({ current }, recall ? 'recall' : 'rollback', goals) };
}

function beganLive(steps: readonly Step[] | undefined): Step | undefined {
  return steps?.findLast(({ from, to }) => from !== to);
}

function lockedOf({ locks }: AutomaticState, apps: readonly string[]): MayNot | null {
  const lock = locks.find((held) => apps.includes(held.app));
  return lock === undefined
    ? null
    : mayNot('locked', `${lock.app} is locked by ${lock.by}: ${lock.reason}`);
}

export function mayNot(code: MayNotCode, why: string): MayNot {
  return { ok: false, code, why };
}

function goalOf(app: string, to: Partial<Goal>): Goal {
  return { app, build: null, canary: null, recall: false, forgive: false, unhold: false, ...to };
}
