import { sql } from 'kysely';
import type { HashedTableOptions } from '../store/hashed-table.ts';
import { limits } from './limits.ts';
import type { Letter, Seal } from './seal.ts';

/** A mail that was taken out of the queue to be sent. */
export interface QueuedMail extends Letter {
  /** The key of its row: the keyed hash of the address, and the request that the code answers. */
  address: Uint8Array;
  trxn: string;
  /** How often it was taken out, this time included. */
  attempts: number;
}

/** Milliseconds after which another process may take the same mail: the first one has died. */
const lease = 30_000;

export type MailQueue = ReturnType<typeof createMailQueue>;

/**
 * The mails that wait to be sent: they stand, sealed, with their codes in the store, so they
 * outlive the process. A code has one at most, and none once it can no longer be used.
 */
export function createMailQueue({
  db,
  seal,
  now,
}: Omit<HashedTableOptions, 'key'> & { seal: Seal }) {
  const update = (
    { address, trxn }: Pick<QueuedMail, 'address' | 'trxn'>,
    values: { mail: null } | { mail_at: number },
  ) =>
    db
      .updateTable('code')
      .set(values)
      .where('address', '=', address)
      .where('trxn', '=', trxn)
      .execute();
  const usable = () =>
    db
      .selectFrom('code')
      .where('mail', 'is not', null)
      .where('sent_at', '>', now() - limits.valid)
      .where('used', '=', false)
      .where('tries', '<', limits.tries);

  return {
    /**
     * Takes out at most `limit`: those tried least, and of these the oldest. They come back if they are
     * not settled in time.
     */
    async take(limit: number): Promise<QueuedMail[]> {
      const time = now();
      const { rows } = await sql<Omit<QueuedMail, keyof Letter> & { mail: Uint8Array }>`
        update code set mail_at = ${time + lease}, mail_attempts = mail_attempts + 1
        where address = any (array(
          select address from code
          where mail is not null and mail_at <= ${time} and sent_at > ${time - limits.valid}
            and not used and tries < ${limits.tries}
          order by mail_attempts, sent_at limit ${limit} for update skip locked))
        returning address, trxn, mail, mail_attempts as attempts`.execute(db);
      const mails: QueuedMail[] = [];
      for (const { mail, ...row } of rows) {
        const letter = seal.open(row.trxn, mail);
        if (letter) mails.push({ ...letter, ...row });
        else await update(row, { mail: null });
      }
      return mails;
    },
    /** It was sent, or never will be: it is forgotten. */
    async settle(mail: QueuedMail): Promise<void> {
      await update(mail, { mail: null });
    },
    /** It can be taken again in so many milliseconds. */
    async putBack(mail: QueuedMail, wait: number): Promise<void> {
      await update(mail, { mail_at: now() + wait });
    },
    /**
     * The mails of codes that can still be used, the newest first. They stay in the queue. `at` is
     * when the code was asked for, in milliseconds since 1970.
     */
    async read(limit: number): Promise<(Letter & { at: number })[]> {
      const rows = await usable()
        .select(['trxn', 'mail', 'sent_at'])
        .orderBy('sent_at', 'desc')
        .limit(limit)
        .execute();
      return rows.flatMap(({ trxn, mail, sent_at }) => {
        const letter = mail && seal.open(trxn, mail);
        return letter ? [{ ...letter, at: sent_at }] : [];
      });
    },
    /** How many wait whose codes can still be used. */
    async count(): Promise<number> {
      const { n } = await usable()
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .executeTakeFirstOrThrow();
      return n;
    },
    /** Forgets those of codes that have expired. */
    async prune(): Promise<void> {
      await db
        .updateTable('code')
        .set({ mail: null })
        .where('mail', 'is not', null)
        .where('sent_at', '<=', now() - limits.valid)
        .execute();
    },
  };
}
