import { createHmac } from 'node:crypto';
import { networkOf } from '@tallystick/guard/network';
import { sql } from 'kysely';
import type { MailBudget } from '../settings/service-settings.ts';
import type { HashedTableOptions } from '../store/hashed-table.ts';
import { limits } from './limits.ts';

/** A network may use at most one tenth of the remaining budget, so that no single one exhausts it. */
const share = 10;
/** Mails of one such network count together: with single addresses, a client with many would count often. */
const networkBits = { ipv4: 24, ipv6: 48 } as const;
/** Key of the advisory lock under which mails are counted, so that two at once do not both get the last. */
const counting = 7_205_104;

/** `wait`: milliseconds until it makes sense to ask again. */
export type Spending = { ok: true; giveBack(): Promise<void> } | { ok: false; wait: number };

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** How many mails the site sends in all, counted in the store, so by all processes on it together. */
export type MailCounter = ReturnType<typeof countMails>;

/**
 * Counts mails in any minute, hour and day. A network may have a tenth of what is left, where its own
 * mails count, too: 9 % of an untouched budget. Only networks that had none get the last mails.
 */
export function countMails({ db, key, budget, now }: HashedTableOptions & { budget: MailBudget }) {
  const spans = [
    { length: minute, limit: budget.minute },
    { length: hour, limit: budget.hour },
    { length: day, limit: budget.day },
  ];

  return {
    /** Counts a mail that a client asks for, known by its network address; says whether it may be sent. */
    async spend(ip: string): Promise<Spending> {
      const time = now();
      const network = createHmac('sha256', key).update(networkOf(ip, networkBits)).digest();
      return db.transaction().execute(async (trx) => {
        await sql`select pg_advisory_xact_lock(${counting})`.execute(trx);
        for (const { length, limit } of spans) {
          const { rows } = await sql<{ sent: number; own: number; oldest: number | null }>`
            select count(*) as sent, count(*) filter (where network = ${network}) as own,
              min(at) as oldest
            from mail where at > ${time - length}`.execute(trx);
          const { sent = 0, own = 0, oldest = null } = rows[0] ?? {};
          if (own * share < limit - sent) continue;
          const wait = (oldest ?? time) + length - time;
          return { ok: false, wait: Math.min(length, Math.max(1_000, wait)) };
        }
        const { id } = await trx
          .insertInto('mail')
          .values({ network, at: time })
          .returning('id')
          .executeTakeFirstOrThrow();
        const giveBack = async () => {
          await db.deleteFrom('mail').where('id', '=', id).execute();
        };
        return { ok: true, giveBack };
      });
    },
    /** Forgets mails that no limit looks back to. */
    async prune(): Promise<void> {
      const time = now();
      await db
        .deleteFrom('mail')
        .where(({ eb, or }) => or([eb('at', '<=', time - day), eb('at', '>', time + limits.ahead)]))
        .execute();
    },
  };
}
