import type { Context } from '../context.ts';
import type { AppLock } from '../contract/history.ts';
import { refusal, refusedFor } from '../contract/problem.ts';
import { unlessManager } from '../refusals.ts';
import type { Channel } from '../registry.ts';

/**
 * Locks: nobody ships a build of an app that is locked in a channel until it is unlocked. A manager
 * may still roll the app back. The manager who locked it may change the reason.
 */
export function openLocks({ write }: Context) {
  return (channel: string): Pick<Channel, 'lock' | 'unlock'> => ({
    lock: async (actor, app, reason) => {
      const mayNot = unlessManager(actor, 'lock an app');
      if (mayNot) return mayNot;
      return write(async ({ trx, replay: { channels, locks }, at, append }) => {
        if (!channels.has(channel)) return refusal('unknown', `there is no channel ${channel}`);
        const published = trx.selectFrom('build').select('app').where('app', '=', app).limit(1);
        if ((await published.executeTakeFirst()) === undefined) {
          return refusal('unknown', `there is no app ${app}`);
        }
        // A second lock would replace the first and its reason, and one unlocking would end both.
        const held = locks.get(`${channel}/${app}`);
        if (held !== undefined && held.by !== actor.name) {
          return refusedFor({ code: 'locked', lock: held });
        }
        const lock: AppLock = { channel, app, reason, by: actor.name, at };
        await trx
          .insertInto('lock')
          .values(lock)
          .onConflict((row) => row.columns(['channel', 'app']).doUpdateSet(lock))
          .execute();
        await append(actor, 'lock', { channel, app, reason });
        return { ok: true, value: lock };
      }, 'urgent');
    },

    unlock: async (actor, app, reason) => {
      const mayNot = unlessManager(actor, 'unlock an app');
      if (mayNot) return mayNot;
      return write(async ({ trx, replay: { locks }, append }) => {
        if (!locks.has(`${channel}/${app}`)) {
          return refusal('unknown', `${app} is not locked in ${channel}`);
        }
        const row = trx.deleteFrom('lock').where(({ and }) => and({ channel, app }));
        await row.execute();
        await append(actor, 'unlock', { channel, app, reason });
        return { ok: true, value: null };
      }, 'urgent');
    },
  });
}
