import type { Canary, ChangeKind, Held, Move, Revision } from '../contract/channel.ts';
import type { Refusal } from '../contract/problem.ts';
import type { Result } from '../registry.ts';
import { isRecalled } from './stack.ts';

/** What the next revision says, apart from its number, who, when and why. */
export type Next = Pick<
  Revision,
  'kind' | 'builds' | 'canaries' | 'fallbacks' | 'recalled' | 'moves' | 'held'
>;

/** Where one app is to go. */
export interface Goal {
  app: string;
  build: string | null;
  canary: Canary | null;
  /** The builds that the app leaves are recalled. */
  recall?: boolean;
  /** The goal may be a build that was recalled, which it then is no more. */
  forgive?: boolean;
  /** The canary that is paused; null: the paused build may be shipped again. */
  pause?: Held | null;
}

/** The goals of the items, or the first refusal. */
export function goalsOf<T, C extends string>(
  items: Iterable<T>,
  goalOf: (item: T) => Goal | Refusal<C>,
): Result<Goal[], C> {
  const goals: Goal[] = [];
  for (const item of items) {
    const goal = goalOf(item);
    if ('ok' in goal) return goal;
    goals.push(goal);
  }
  return { ok: true, value: goals };
}

/** Kinds of change after which no build of an app is paused: another one takes its place. */
const endsPause: readonly ChangeKind[] = ['promote', 'canary', 'remove', 'unhold'];

/** What goals make of a channel whose newest revision is `current`. */
export function applyGoals(
  current: Revision | null,
  kind: ChangeKind,
  goals: readonly Goal[],
): Next {
  const held = { ...current?.held };
  const builds = { ...current?.builds };
  const canaries = { ...current?.canaries };
  let recalled = [...(current?.recalled ?? [])];
  const moves = goals.map((goal) => moveOf(current, goal));
  for (const { app, build, canary, recall, pause } of goals) {
    const left = [builds[app], canaries[app]?.build];
    if (build === null) delete builds[app];
    else builds[app] = build;
    if (canary === null) delete canaries[app];
    else canaries[app] = canary;
    const wanted = [build, canary?.build];
    if (endsPause.includes(kind) || wanted.includes(held[app]?.build)) delete held[app];
    if (pause) held[app] = pause;
    if (recall) {
      for (const one of left) {
        if (one === undefined || isRecalled(recalled, app, one)) continue;
        recalled.push({ app, build: one });
      }
    }
    recalled = recalled.filter((one) => !(one.app === app && wanted.includes(one.build)));
  }
  const isPaused = Object.keys(held).length > 0;
  return { kind, builds, canaries, recalled, ...(isPaused && { held }), moves };
}

/** Whether a goal is another state than that of the channel. */
export function changesAnything(current: Revision | null, goal: Goal): boolean {
  const { from, to, canaryFrom, canaryTo } = moveOf(current, goal);
  const same = canaryFrom?.build === canaryTo?.build && canaryFrom?.percent === canaryTo?.percent;
  return goal.pause !== undefined || from !== to || !same;
}

function moveOf(current: Revision | null, { app, build, canary }: Goal): Move {
  return {
    app,
    from: current?.builds[app] ?? null,
    to: build,
    canaryFrom: current?.canaries[app] ?? null,
    canaryTo: canary,
  };
}
