import type { AppValues } from '../contract/app-values.ts';
import type { Canary, ChangeKind, Move, Revision } from '../contract/channel.ts';
import type { Condemned } from '../contract/condemned.ts';
import type { OrRefusal, Refusal } from '../contract/problem.ts';
import { areSameCanaries } from './ramp.ts';
import { areSameAppValues } from './values.ts';
import { flagsOf } from './verdicts.ts';

/** What the next revision says, apart from its number, who, when and why; and what is kept beside it. */
export interface Next
  extends Pick<
    Revision,
    | 'kind'
    | 'builds'
    | 'canaries'
    | 'values'
    | 'fallbacks'
    | 'recalled'
    | 'moves'
    | 'held'
    | 'slots'
    | 'arranged'
  > {
  /** All builds of the channel that are condemned after it. */
  condemned: readonly Condemned[];
  /** The revision that it undoes, if it does. */
  undoes?: number | undefined;
}

/** Where one app is to go. */
export interface Goal {
  app: string;
  build: string | null;
  canary: Canary | null;
  /** What is to be set of its settings; null: nothing; absent: what is. */
  values?: AppValues | null | undefined;
  /** What becomes of builds that browsers do not get any more. */
  condemn?: Condemnation | undefined;
  /** Verdicts that end, … */
  end?: readonly Condemned[];
  /** … and those that had ended and hold again. */
  restore?: readonly Condemned[];
}

type Condemnation = { builds: readonly string[] } & (
  | { why: 'paused'; percent: number }
  | { why: Exclude<Condemned['why'], 'paused'> }
);

/** Who makes a change, when (ISO) and why. */
export type Made = Pick<Revision, 'by' | 'at' | 'reason'>;

/** The goals of the items, or the first refusal. */
export function goalsOf<T, C extends string>(
  items: Iterable<T>,
  goalOf: (item: T) => Goal | Refusal<C>,
): OrRefusal<Goal[], C> {
  const goals: Goal[] = [];
  for (const item of items) {
    const goal = goalOf(item);
    if ('ok' in goal) return goal;
    goals.push(goal);
  }
  return { ok: true, value: goals };
}

/** What a channel is before a change of it. */
interface Before {
  /** The newest revision. */
  current: Revision | null;
  condemned: readonly Condemned[];
}

/** What goals make of a channel. */
export function applyGoals(
  { current, condemned: before }: Before,
  kind: ChangeKind,
  goals: readonly Goal[],
  made: Made,
): Next {
  const builds = { ...current?.builds };
  const canaries = { ...current?.canaries };
  const values = { ...current?.values };
  let condemned = before;
  const moves = goals.map((goal) => moveOf(current, goal));
  const revision = (current?.revision ?? 0) + 1;
  for (const goal of goals) {
    const { app, build, canary } = goal;
    if (build === null) delete builds[app];
    else builds[app] = build;
    if (canary === null) delete canaries[app];
    else canaries[app] = canary;
    const set = build === null ? null : goal.values;
    if (set === null) delete values[app];
    else if (set !== undefined) values[app] = set;
    condemned = condemnedAfter(condemned, goal, { ...made, revision });
  }
  const isSet = Object.keys(values).length > 0;
  return {
    kind,
    builds,
    canaries,
    ...(isSet && { values }),
    condemned,
    ...flagsOf(condemned),
    moves,
    ...(current?.slots && { slots: current.slots }),
  };
}

function condemnedAfter(
  before: readonly Condemned[],
  goal: Goal,
  made: Made & { revision: number },
): readonly Condemned[] {
  const { app, condemn, end = [], restore = [] } = goal;
  const goesOn = [...before.filter((one) => !end.includes(one)), ...restore];
  if (condemn === undefined) return goesOn;
  const added = newlyTaken(goesOn, goal).map((build): Condemned => {
    const entry = { app, build, ...made };
    if (condemn.why !== 'paused') return { why: condemn.why, ...entry };
    return { why: condemn.why, ...entry, percent: condemn.percent };
  });
  return [...goesOn, ...added];
}

/** The builds that a goal condemns, each once: what browsers still get is not taken back. */
function newlyTaken(before: readonly Condemned[], { app, build, canary, condemn }: Goal): string[] {
  const given = [build, canary?.build];
  // What was paused can be recalled besides: open tabs leave it at once then.
  const isNew = (one: string) =>
    !before.some((known) => known.app === app && known.build === one && known.why === condemn?.why);
  return [...new Set(condemn?.builds)].filter((one) => !given.includes(one) && isNew(one));
}

/** Whether a goal is another state than that of the channel. */
export function changesAnything({ current, condemned }: Before, goal: Goal): boolean {
  const { from, to, canaryFrom, canaryTo, settings } = moveOf(current, goal);
  const same = areSameCanaries(canaryFrom, canaryTo);
  const { end = [], restore = [] } = goal;
  const verdicts = [...end, ...restore, ...newlyTaken(condemned, goal)];
  return from !== to || !same || settings !== undefined || verdicts.length > 0;
}

function moveOf(current: Revision | null, { app, build, canary, values }: Goal): Move {
  const from = current?.values?.[app] ?? null;
  const to = build === null ? null : values === undefined ? from : values;
  return {
    app,
    from: current?.builds[app] ?? null,
    to: build,
    canaryFrom: current?.canaries[app] ?? null,
    canaryTo: canary,
    ...(!areSameAppValues(from, to) && { settings: { from, to } }),
  };
}
