import { holds } from '../channel/plan.ts';
import type { Context } from '../context.ts';
import type { AppLock } from '../contract/history.ts';
import { refusal, refusedFor } from '../contract/problem.ts';
import { everyApp } from '../contract/scalars.ts';
import { unlessManager } from '../refusals.ts';
import type { Channel } from '../registry.ts';

/** The longest freeze, in milliseconds: what is forgotten must end by itself. */
const maxFreeze = 366 * 86_400_000;

/**
 * Locks: nobody ships a build of an app that is locked in a channel until it is unlocked. A manager
 * may still roll the app back. The manager who locked it may change the reason.
 */
export function openLocks({ write }: Context) {
  return (channel: string): Pick<Channel, 'lock' | 'unlock'> => ({
    lock: async (actor, app, reason, until) => {
      const freezes = app === everyApp;
      const mayNot = unlessManager(actor, freezes ? 'freeze a channel' : 'lock an app');
      if (mayNot) return mayNot;
      if (freezes !== (until !== undefined)) {
        const problem = 'a freeze has a time at which it ends, the lock of an app has none';
        return refusal('invalid', problem);
      }
      return write(async ({ trx, replay: { channels, locks }, at, append }) => {
        if (!channels.has(channel)) return refusal('unknown', `there is no channel ${channel}`);
        const left = until === undefined ? 1 : Date.parse(until) - Date.parse(at);
        if (!(left > 0 && left <= maxFreeze)) {
          return refusal('invalid', 'a freeze ends within a year from now');
        }
        const published = trx.selectFrom('build').select('app').where('app', '=', app).limit(1);
        if (!freezes && (await published.executeTakeFirst()) === undefined) {
          return refusal('unknown', `there is no app ${app}`);
        }
        // A second lock would replace the first and its reason, and one unlocking would end both.
        const held = locks.get(`${channel}/${app}`);
        if (held !== undefined && holds(held, at) && held.by !== actor.name) {
          return refusedFor({ code: 'locked', lock: held });
        }
        const lock: AppLock = { channel, app, reason, by: actor.name, at };
        if (freezes) {
          await append(actor, 'lock', { channel, app, reason, until });
          return { ok: true, value: { ...lock, ...(until && { until }) } };
        }
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
      return write(async ({ trx, replay: { locks }, at, append }) => {
        const held = locks.get(`${channel}/${app}`);
        if (held === undefined || !holds(held, at)) {
          const is =
            app === everyApp ? `${channel} is not frozen` : `${app} is not locked in ${channel}`;
          return refusal('unknown', is);
        }
        const row = trx.deleteFrom('lock').where(({ and }) => and({ channel, app }));
        await row.execute();
        await append(actor, 'unlock', { channel, app, reason });
        return { ok: true, value: null };
      }, 'urgent');
    },
  });
}
