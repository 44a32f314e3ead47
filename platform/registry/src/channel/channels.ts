import { newestOf, type Replay, stateOf } from '../audit/replay.ts';
import type { Context } from '../context.ts';
import type { Change } from '../contract/channel.ts';
import type { Refusal, Result } from '../contract/problem.ts';
import type { Actor } from '../contract/tokens.ts';
import { unlessManager, unlessMay } from '../refusals.ts';
import type { Channel } from '../registry.ts';
import type { Reader } from '../store/writes.ts';
import { type Appended, openAppending, revisionAfter } from './append.ts';
import { canShip } from './can-ship.ts';
import { completed } from './complete.ts';
import { planChange } from './plan.ts';
import { readHistory, readRevision } from './read-channel.ts';

/** Lines of revisions. Nothing is overwritten: a rollback is one more revision. */
export function openChannels(context: Context) {
  const { db, audit, hooks, flushReports, now } = context;
  const appendRevision = openAppending(context);
  return (channel: string): Omit<Channel, 'board' | 'lock' | 'unlock'> => ({
    current: async () => newestOf(await audit.follow(), channel),
    at: async (revision) => readRevision(db, await audit.follow(), channel, revision),
    history: async (page) => readHistory(db, await audit.follow(), channel, page),
    canShip: async (question) => canShip(db, await audit.follow(), channel, question, context),
    preview: async (actor, change) => {
      const mayNot = notAllowed(actor, change);
      if (mayNot) return mayNot;
      const asked = { actor, channel, change, at: now(), hooks };
      const decided = await decide(db, await audit.follow(), asked);
      return decided.ok ? { ok: true, value: decided.value.revision } : decided;
    },

    change: async (actor, expected, change) => {
      const recalls = 'recall' in change && change.recall;
      // For the progress of the recall only: a recall is made even if reports cannot be written.
      if (recalls) await flushReports().catch(() => {});
      const mayNot = notAllowed(actor, change);
      if (mayNot) return mayNot;
      // What goes back must be possible on a full disk.
      const kind = ['rollback', 'abort', 'undo'].includes(change.kind) ? 'urgent' : 'usual';
      return appendRevision({ channel, expected, actor, kind }, (trx, replay) =>
        decide(trx, replay, { actor, channel, change, at: now(), hooks }),
      );
    },
  });
}

interface Asked extends Pick<Context, 'hooks'> {
  actor: Actor;
  channel: string;
  change: Change;
  /** Milliseconds since 1970. */
  at: number;
}

async function decide(
  db: Reader,
  replay: Replay,
  { actor, channel, change, at, hooks }: Asked,
): Promise<Result<Appended>> {
  const undone =
    change.kind === 'undo' ? await readRevision(db, replay, channel, change.revision) : null;
  const apps = undone === null ? appsOf(change) : undone.moves.map(({ app }) => app);
  const mayNotUndo = unlessMay(actor, apps);
  if (mayNotUndo) return mayNotUndo;
  const state = stateOf(replay, channel);
  const byManager = actor.scope.kind === 'manager';
  const made = { by: actor.name, at: new Date(at).toISOString() };
  const plan = planChange({ ...state, ...made, undone, byManager }, change);
  if (!plan.ok) return plan;
  const next = await completed(db, replay, channel, plan.value);
  if (!next.ok) return next;
  const maker = { actor, at, reason: change.reason };
  return {
    ok: true,
    value: revisionAfter(replay, channel, state.current, next.value, maker, hooks),
  };
}

function notAllowed(actor: Actor, change: Change): Refusal | null {
  if (change.kind === 'remove') return unlessManager(actor, 'take an app out of a channel');
  if (change.kind === 'unhold') return unlessManager(actor, 'resume a build');
  return unlessMay(actor, appsOf(change));
}

/** The apps that a change names. */
function appsOf(change: Change): string[] {
  switch (change.kind) {
    case 'promote':
    case 'canary':
      return Object.keys(change.builds);
    case 'rollback':
    case 'abort':
    case 'remove':
    case 'unhold':
      return change.apps;
    case 'undo':
      return [];
  }
}
