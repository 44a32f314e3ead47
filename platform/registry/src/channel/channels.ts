import { newestOf } from '../audit/replay.ts';
import type { Context } from '../context.ts';
import type { Channel } from '../registry.ts';
import { openAppending } from './append.ts';
import { canShip } from './can-ship.ts';
import { decide, notAllowed, writeKindOf } from './decide.ts';
import { readOpenings } from './openings.ts';
import { readHistory, readRevision } from './read-channel.ts';
import { readSlots } from './read-slots.ts';
import { openRequests } from './request.ts';

/** Lines of revisions. Nothing is overwritten: a rollback is one more revision. */
export function openChannels(context: Context) {
  const { db, audit, hooks, site, flushReports, now } = context;
  const appendRevision = openAppending(context);
  const request = openRequests(context);
  return (channel: string): Omit<Channel, 'board' | 'lock' | 'unlock'> => ({
    current: async () => newestOf(await audit.follow(), channel),
    at: async (revision) => readRevision(db, await audit.follow(), channel, revision),
    history: async (page) => readHistory(db, await audit.follow(), channel, page),
    canShip: async (question) => canShip(db, await audit.follow(), channel, question, context),
    openings: async () => readOpenings(db, await audit.follow(), channel, site),
    slots: async () => readSlots(db, await audit.follow(), channel),
    request: (actor, asked) => request(channel, actor, asked),
    preview: async (actor, change) => {
      const mayNot = notAllowed(actor, change);
      if (mayNot) return mayNot;
      const asked = { actor, channel, change, at: now(), hooks, site };
      const decided = await decide(db, await audit.follow(), asked);
      return decided.ok ? { ok: true, value: decided.value.appended.revision } : decided;
    },

    change: async (actor, expected, change) => {
      const recalls = 'recall' in change && change.recall;
      // For the progress of the recall only: a recall is made even if reports cannot be written.
      if (recalls) await flushReports().catch(() => {});
      const mayNot = notAllowed(actor, change);
      if (mayNot) return mayNot;
      const kind = writeKindOf(change);
      return appendRevision({ channel, expected, actor, kind }, async (trx, replay) => {
        const asked = { actor, channel, change, at: now(), hooks, site };
        const decided = await decide(trx, replay, asked);
        return decided.ok ? { ok: true, value: decided.value.appended } : decided;
      });
    },
  });
}
