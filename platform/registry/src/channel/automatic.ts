import type { BuildKey } from '../contract/build-key.ts';
import type { Revision } from '../contract/channel.ts';
import { type OrRefusal, type Refusal, refusal, refusedFor } from '../contract/problem.ts';
import { everyApp } from '../contract/scalars.ts';
import { applyGoals, type Goal, goalsOf, type Next } from './goals.ts';
import { type ChannelState, lockOf } from './plan.ts';
import { buildBack, type WayBack } from './way-back.ts';

/** Why the registry leaves a failing build to people. */
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
  | 'split'
  | 'alert-only';

/** `problem` is half a sentence that says why. */
export type MayNot = Refusal<MayNotCode>;

export const mayNot = refusal<MayNotCode>;

/** What the registry may do by itself; all apps of a release set move as one revision. */
export type AutomaticChange =
  /** Takes the canaries from all browsers. */
  | { kind: 'hold'; apps: readonly string[] }
  /** Takes the live builds back to those before. */
  | { kind: 'rollback' | 'recall'; apps: readonly string[] };

interface AutomaticState extends WayBack {
  current: Revision;
}

/**
 * The apps that came with the canary, or with the live build, of an app: its release set.
 *
 * The last argument is the revision that brought it.
 */
export function setOf(
  { current, past }: Pick<AutomaticState, 'current' | 'past'>,
  { app, build }: BuildKey,
  { revision, moves }: Pick<Revision, 'revision' | 'moves'>,
): string[] {
  if (current.canaries[app]?.build !== build) {
    return moves.filter(({ from, to }) => from !== to).map((move) => move.app);
  }
  const came = moves.filter(({ app: other, canaryTo }) => {
    if (canaryTo === null || current.canaries[other]?.build !== canaryTo.build) return false;
    return past.get(other)?.canary?.revision === revision;
  });
  return came.map((move) => move.app);
}

/** The revision in which a build became a canary, or live. */
export function beganAt(
  { current, past }: Pick<AutomaticState, 'current' | 'past'>,
  { app, build }: BuildKey,
): number | null {
  const is = current.canaries[app]?.build === build ? 'canary' : 'live';
  return past.get(app)?.[is]?.revision ?? null;
}

/**
 * Plans the registry's own change of a channel in which a build fails, as `planChange` does for people. It respects
 * every lock.
 */
export function planAutomatic(
  state: Pick<ChannelState, keyof WayBack | 'locks' | 'by' | 'at'> & { current: Revision },
  change: AutomaticChange & { reason: string },
): OrRefusal<Next, MayNotCode> {
  const { locks, by, at } = state;
  // All that it does by this goes back, so a freeze is not in its way.
  const ofApps = locks.filter(({ app }) => app !== everyApp);
  const lock = lockOf(ofApps, change.apps, at);
  if (lock !== undefined) return mayNot('locked', refusedFor({ code: 'locked', lock }).problem);
  const goals = automaticGoals(state, change);
  if (!goals.ok) return goals;
  const made = { by, at, reason: change.reason };
  return { ok: true, value: applyGoals(state, change.kind, goals.value, made) };
}

/** The builds that the apps of an automatic change go to, or why the registry leaves them to people. */
function automaticGoals(
  state: AutomaticState,
  change: AutomaticChange,
): OrRefusal<Goal[], MayNotCode> {
  const { current, past } = state;
  if (change.kind === 'hold') {
    return goalsOf(change.apps, (app): Goal => {
      const canary = current.canaries[app];
      const condemn = canary && {
        why: 'paused' as const,
        builds: [canary.build],
        percent: canary.percent,
      };
      return { app, build: current.builds[app] ?? null, canary: null, condemn };
    });
  }
  const together = new Set(change.apps.map((app) => past.get(app)?.live?.revision)).size === 1;
  return goalsOf(change.apps, (app) => withdrawn(state, app, change, together));
}

/**
 * Where an app goes back to. The registry does not withdraw a build that a person went back to, and not twice in a row.
 * It also refuses if one app of the set has moved since, because the builds of a set belong together.
 */
function withdrawn(
  state: AutomaticState,
  app: string,
  { kind, apps }: AutomaticChange,
  together: boolean,
): Goal | MayNot {
  const { current, past } = state;
  const own = past.get(app);
  if (own?.newest.automatic) {
    return mayNot('in-a-row', `the newest change of ${app} was the registry's own`);
  }
  const live = own?.live;
  if (!together || live === undefined) {
    return mayNot('set-moved', `what came with it has moved since: ${apps.join(', ')}`);
  }
  if (live.kind !== 'promote') {
    return mayNot('chosen', `somebody went back to ${live.to} in revision ${live.revision}`);
  }
  const before = buildBack(state, app, current);
  if (before === undefined) {
    return mayNot('nothing-before', `there is no build of ${app} to go back to`);
  }
  const canary = current.canaries[app];
  // A canary ends when its build becomes live again.
  const goesOn = canary !== undefined && canary.build !== before ? canary : null;
  const why = kind === 'recall' ? ('recalled' as const) : ('rolled-back' as const);
  const builds = live.to === null ? [] : [live.to];
  return { app, build: before, canary: goesOn, condemn: { why, builds } };
}
