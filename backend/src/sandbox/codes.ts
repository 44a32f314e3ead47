import { randomBytes, randomInt, randomUUID, timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';
import { type HashedTableOptions, keyedHash } from '../store/hashed-table.ts';
import { foldAddress, normalizeAddress } from './address.ts';
import { limits } from './limits.ts';
import type { Seal } from './seal.ts';

export type IssuedCode =
  /** `resendAfter`: milliseconds until the address can have another one. */
  | { ok: true; trxn: string; resendAfter: number }
  /** It is too early for another one; `wait` is in milliseconds. */
  | { ok: false; wait: number };

export interface CodeGuess {
  address: string;
  trxn: string;
  code: string;
  /** A random id of the attempt; undefined if the caller sends none. */
  attempt?: string | undefined;
}

/** `triesLeft` is 0 if the code can never pass any more, or if there never was one. */
export type CheckedCode = { ok: true } | { ok: false; triesLeft: number };

export type Codes = ReturnType<typeof createCodes>;

/**
 * Sign-in codes: six digits, for one address and one request, used once, and only the newest of all
 * addresses that fold into one (`address.ts`). Addresses are as `parseAddress` gives them.
 */
export function createCodes({ db, key, seal, now }: HashedTableOptions & { seal: Seal }) {
  const keyed = keyedHash(key);
  const addressHash = (address: string) => keyed('address', foldAddress(address));
  const codeHash = ({ address, trxn, code }: CodeGuess) =>
    keyed('code', normalizeAddress(address), trxn, code);
  /** Replaces a code's hash once it passed. Without a named attempt it fits no other call. */
  const passedHash = ({ address, trxn, code, attempt }: CodeGuess) =>
    attempt === undefined
      ? randomBytes(32)
      : keyed('passed', normalizeAddress(address), trxn, code, attempt);
  /** Compared with where there is nothing to compare with: the work is the same. */
  const noHash = randomBytes(32);

  return {
    /** Makes a code and stores its mail, sealed, for the delivery; the caller does not get the code. */
    async issue(address: string): Promise<IssuedCode> {
      const time = now();
      const trxn = randomUUID();
      const code = String(randomInt(1_000_000)).padStart(6, '0');
      const fresh = {
        trxn,
        hash: codeHash({ address, trxn, code }),
        sent_at: time,
        tries: 0,
        used: false,
        mail: seal.close(trxn, { to: address, code }),
        mail_at: time,
        mail_attempts: 0,
      };
      const resend = sql<number>`case when code.used or code.unused < ${limits.unused}
        then ${limits.resend}::bigint else ${limits.unusedResend}::bigint end`;
      // An insert or an update in one statement: two requests at once cannot both get a code.
      const written = await db
        .insertInto('code')
        .values({ address: addressHash(address), ...fresh, unused: 1 })
        .onConflict((conflict) =>
          conflict
            .column('address')
            .doUpdateSet({
              ...fresh,
              unused: sql<number>`case when code.used then 1 else code.unused + 1 end`,
            })
            .where('code.sent_at', '<=', sql<number>`${time}::bigint - ${resend}`),
        )
        .returning('unused')
        .executeTakeFirst();
      if (written) {
        const { unused } = written;
        return { ok: true, trxn, resendAfter: resendAfter({ used: false, unused }) };
      }
      const earlier = await db
        .selectFrom('code')
        .select(['sent_at', 'used', 'unused'])
        .where('address', '=', addressHash(address))
        .executeTakeFirst();
      const after = earlier ? resendAfter(earlier) : 0;
      const wait = earlier ? earlier.sent_at + after - time : 0;
      return { ok: false, wait: Math.max(1_000, Math.min(after, wait)) };
    },

    /**
     * Whether the code is the right one. Each call costs a try, also those made at the same time. Once
     * it passed, it passes again for the same attempt alone: the answer may have been lost on its way.
     */
    async check(guess: CodeGuess): Promise<CheckedCode> {
      const address = addressHash(guess.address);
      const passed = passedHash(guess);
      const counted = await db
        .updateTable('code')
        .set(({ eb }) => ({ tries: eb('tries', '+', 1) }))
        .where('address', '=', address)
        .where('trxn', '=', guess.trxn)
        .where('tries', '<', limits.tries)
        .where('sent_at', '>', now() - limits.valid)
        .returning(['hash', 'tries', 'used'])
        .executeTakeFirst();
      const [known, mine] = [counted?.hash ?? noHash, codeHash(guess)];
      const right = timingSafeEqual(counted?.used ? passed : mine, known);
      if (!counted) return { ok: false, triesLeft: 0 };
      if (counted.used) return right ? { ok: true } : { ok: false, triesLeft: 0 };
      if (!right) return { ok: false, triesLeft: limits.tries - counted.tries };
      const won = await db
        .updateTable('code')
        .set({ used: true, hash: passed })
        .where('address', '=', address)
        .where('trxn', '=', guess.trxn)
        .where(({ eb, or }) => or([eb('used', '=', false), eb('hash', '=', passed)]))
        .returning('trxn')
        .executeTakeFirst();
      return won ? { ok: true } : { ok: false, triesLeft: 0 };
    },

    /** Forgets addresses that have had no code for a day, and codes of a clock that was wrong. */
    async prune(): Promise<void> {
      await db
        .deleteFrom('code')
        .where(({ eb, or }) =>
          or([eb('sent_at', '<', now() - limits.kept), eb('sent_at', '>', now() + limits.ahead)]),
        )
        .execute();
    },
  };
}

function resendAfter({ used, unused }: { used: boolean; unused: number }): number {
  return used || unused < limits.unused ? limits.resend : limits.unusedResend;
}
