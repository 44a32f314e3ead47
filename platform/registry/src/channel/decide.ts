import { appOfSlot } from '@tallystick/contract/slots';
import { type Replay, stateOf } from '../audit/replay.ts';
import type { Context } from '../context.ts';
import type { NamedChange } from '../contract/change-request.ts';
import type { Change } from '../contract/channel.ts';
import type { OrRefusal, Refusal } from '../contract/problem.ts';
import type { Actor } from '../contract/tokens.ts';
import { unlessManager, unlessMay } from '../refusals.ts';
import type { Reader, WriteKind } from '../store/writes.ts';
import { type Appended, revisionAfter } from './append.ts';
import { askedOnce, completed, type Failing } from './complete.ts';
import { goesBack, isPause, planChange } from './plan.ts';
import { readRevision } from './read-channel.ts';
import { readAvoided } from './way-back.ts';

/** A change that somebody asks for. */
export interface Asked extends Pick<Context, 'hooks' | 'site'> {
  actor: Actor;
  channel: string;
  change: Change;
  /** Milliseconds since 1970. */
  at: number;
}

/** A change that was judged: the revision that it makes, and what is lost by it, a line each. */
interface Decided {
  appended: Appended;
  notes: readonly string[];
}

/** The one judgement of a change: the revision that it makes, or why not. */
export async function decide(
  db: Reader,
  replay: Replay,
  { actor, channel, change, at, hooks, site }: Asked,
  failing: Failing = failingBy(db, { channel, at, hooks }),
): Promise<OrRefusal<Decided>> {
  const undone =
    change.kind === 'undo' ? await readRevision(db, replay, channel, change.revision) : null;
  const apps = undone === null ? appsOf(change) : undone.moves.map(({ app }) => app);
  const mayNotUndo = undone?.arranged ? unlessManager(actor, arranges) : unlessMay(actor, apps);
  if (mayNotUndo) return mayNotUndo;
  const state = stateOf(replay, channel);
  const byManager = actor.scope.kind === 'manager';
  const made = { by: actor.name, at: new Date(at).toISOString() };
  const avoided = change.kind === 'rollback' ? await readAvoided(replay, channel, failing) : [];
  const plan = planChange({ ...state, ...made, undone, byManager, avoided }, change);
  if (!plan.ok) return plan;
  // A brake must work whatever fits no more.
  const paused = { ...plan.value, fallbacks: state.current?.fallbacks };
  const next = isPause(change)
    ? { ok: true as const, value: { next: paused, notes: [] } }
    : await completed(db, replay, channel, plan.value, { site, failing });
  if (!next.ok) return next;
  const maker = { actor, at, reason: change.reason };
  const appended = revisionAfter(replay, channel, state.current, next.value.next, maker, hooks);
  return { ok: true, value: { appended, notes: next.value.notes } };
}

/** Asks the parts which builds fail, of each build once. `at`: milliseconds since 1970. */
export function failingBy(
  db: Reader,
  { channel, at, hooks }: Pick<Asked, 'channel' | 'at' | 'hooks'>,
): Failing {
  return askedOnce(async (builds) => {
    const found = hooks.map((hook) => hook.failing?.(db, channel, builds, at) ?? []);
    return (await Promise.all(found)).flat();
  });
}

const arranges = 'arrange a slot';

/** Why an actor may not make a change, whatever the channel is; null: it may. */
export function notAllowed(actor: Actor, change: NamedChange): Refusal | null {
  if (change.kind === 'remove') return unlessManager(actor, 'take an app out of a channel');
  if (change.kind === 'slots') return unlessManager(actor, arranges);
  if (change.kind === 'unhold') return unlessManager(actor, 'resume a build');
  return unlessMay(actor, appsOf(change));
}

export const writeKindOf = (change: NamedChange): WriteKind =>
  goesBack(change) ? 'urgent' : 'usual';

/** The apps that a change names. */
export function appsOf(change: NamedChange): string[] {
  switch (change.kind) {
    case 'promote':
    case 'canary':
      return Object.keys(change.builds);
    case 'rollback':
    case 'abort':
    case 'remove':
    case 'unhold':
    case 'ramp':
      return change.apps;
    case 'slots':
      return [appOfSlot(change.slot)];
    case 'configure':
      return [change.app];
    case 'undo':
      return [];
  }
}
