import { type Kysely, sql } from 'kysely';
import type { Database } from '../store/schema.ts';
import { limits } from './limits.ts';

/** A code that is asked for now. */
interface NewCode {
  /** Keyed hash of the address. */
  address: Uint8Array;
  /** Id of the request that the code answers. */
  trxn: string;
  hash: Uint8Array;
  /** The mail with the code, sealed. */
  mail: Uint8Array;
  /** Milliseconds since 1970. */
  sent_at: number;
}

/** A code by the keyed hash of its address and by the request that it answers. */
type CodeName = Pick<NewCode, 'address' | 'trxn'>;

/** What the wait of an address for another code depends on. */
interface Waiting {
  used: boolean;
  unused: number;
}

/** Milliseconds from a code to the next one of its address. `resendSql` says the same. */
export function resendAfter({ used, unused }: Waiting): number {
  return used || unused < limits.unused ? limits.resend : limits.unusedResend;
}

const resendSql = sql<number>`case when code.used or code.unused < ${limits.unused}
  then ${limits.resend}::bigint else ${limits.unusedResend}::bigint end`;

/** The statements on the table `code`, which has the newest code of each address. */
export function createCodeTable(db: Kysely<Database>) {
  return {
    /**
     * Puts the code in the place of the address's last one. Resolves with how many codes in a row the
     * address has not used, this one included; undefined: it is too early for another one.
     */
    async write({ address, sent_at, ...code }: NewCode): Promise<number | undefined> {
      const fresh = { ...code, sent_at, tries: 0, used: false, mail_at: sent_at, mail_attempts: 0 };
      // An insert or an update in one statement: two requests at once cannot both get a code.
      const written = await db
        .insertInto('code')
        .values({ address, ...fresh, unused: 1 })
        .onConflict((conflict) =>
          conflict
            .column('address')
            .doUpdateSet({
              ...fresh,
              unused: sql<number>`case when code.used then 1 else code.unused + 1 end`,
            })
            .where('code.sent_at', '<=', sql<number>`${sent_at}::bigint - ${resendSql}`),
        )
        .returning('unused')
        .executeTakeFirst();
      return written?.unused;
    },

    /** The last code of an address: when it was asked for, and what the wait for another depends on. */
    last: (address: Uint8Array): Promise<(Waiting & { sent_at: number }) | undefined> =>
      db
        .selectFrom('code')
        .select(['sent_at', 'used', 'unused'])
        .where('address', '=', address)
        .executeTakeFirst(),

    /** Counts a try of a code; undefined: none is left, or there is no such code that is still valid. */
    countTry: ({ address, trxn }: CodeName, now: number) =>
      db
        .updateTable('code')
        .set(({ eb }) => ({ tries: eb('tries', '+', 1) }))
        .where('address', '=', address)
        .where('trxn', '=', trxn)
        .where('tries', '<', limits.tries)
        .where('sent_at', '>', now - limits.valid)
        .returning(['hash', 'tries', 'used'])
        .executeTakeFirst(),

    /** Uses a code up, after which its hash is `passed`; false: it was used with another hash. */
    async use({ address, trxn }: CodeName, passed: Uint8Array): Promise<boolean> {
      const won = await db
        .updateTable('code')
        .set({ used: true, hash: passed })
        .where('address', '=', address)
        .where('trxn', '=', trxn)
        .where(({ eb, or }) => or([eb('used', '=', false), eb('hash', '=', passed)]))
        .returning('trxn')
        .executeTakeFirst();
      return won !== undefined;
    },

    /** Forgets addresses that have had no code for a day, and codes of a clock that was wrong. */
    async prune(now: number): Promise<void> {
      await db
        .deleteFrom('code')
        .where(({ eb, or }) =>
          or([eb('sent_at', '<', now - limits.kept), eb('sent_at', '>', now + limits.ahead)]),
        )
        .execute();
    },
  };
}
