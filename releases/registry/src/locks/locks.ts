import type { Selectable } from 'kysely';
import { appendAudit } from '../audit/audit.ts';
import type { AppLock } from '../contract/history.ts';
import { refuse, unlessManager } from '../refusals.ts';
import type { Registry } from '../registry.ts';
import type { LockTable } from '../store/schema.ts';
import type { Reader, Write } from '../store/writes.ts';

export type Locks = Pick<Registry, 'locks' | 'lock' | 'unlock'>;

/**
 * Locks: nobody ships a build of an app that is locked in a channel until it is unlocked. A manager
 * may roll it back.
 */
export function openLocks(db: Reader, write: Write, now: () => number): Locks {
  return {
    locks: (channel) => readLocks(db, channel),

    lock: async (actor, channel, app, reason) => {
      const refusal = unlessManager(actor, 'lock an app');
      if (refusal) return refusal;
      return write(async (trx) => {
        const published = trx.selectFrom('build').select('app').where('app', '=', app).limit(1);
        if ((await published.executeTakeFirst()) === undefined) {
          return refuse('unknown', `there is no app ${app}`);
        }
        const lock: AppLock = {
          channel,
          app,
          reason,
          by: actor.name,
          at: new Date(now()).toISOString(),
        };
        await trx
          .deleteFrom('lock')
          .where('channel', '=', channel)
          .where('app', '=', app)
          .execute();
        await trx.insertInto('lock').values(lock).execute();
        const detail = { channel, app, reason };
        await appendAudit(trx, { actor, action: 'lock', detail, at: lock.at });
        return { ok: true, value: lock };
      });
    },

    unlock: async (actor, channel, app, reason) => {
      const refusal = unlessManager(actor, 'unlock an app');
      if (refusal) return refusal;
      return write(async (trx) => {
        const removed = await trx
          .deleteFrom('lock')
          .where('channel', '=', channel)
          .where('app', '=', app)
          .returning('app')
          .executeTakeFirst();
        if (removed === undefined) return refuse('unknown', `${app} is not locked in ${channel}`);
        const at = new Date(now()).toISOString();
        await appendAudit(trx, { actor, action: 'unlock', detail: { channel, app, reason }, at });
        return { ok: true, value: null };
      });
    },
  };
}

/** The locks of a channel, by app. */
export async function readLocks(db: Reader, channel: string): Promise<AppLock[]> {
  const rows: Selectable<LockTable>[] = await db
    .selectFrom('lock')
    .selectAll()
    .where('channel', '=', channel)
    .orderBy('app')
    .execute();
  return rows.map(({ at, ...lock }) => ({ ...lock, at: at.toISOString() }));
}
