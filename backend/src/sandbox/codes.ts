import { createHmac, randomInt, randomUUID, timingSafeEqual } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Database } from '../store/schema.ts';

/** Limits of sign-in codes; times in milliseconds. */
const codeLimits = {
  valid: 5 * 60_000,
  tries: 5,
  resend: 60_000,
  kept: 60 * 60_000,
} as const;

export type IssuedCode =
  | { ok: true; trxn: string; code: string }
  /** The address got a code a moment ago; `wait` is in milliseconds. */
  | { ok: false; wait: number };

export interface CodeGuess {
  address: string;
  trxn: string;
  code: string;
}

/** Sign-in codes: six digits, for one address and one request, the newest only, used once. */
export interface Codes {
  issue(address: string): Promise<IssuedCode>;
  /** Whether the code is the right one. Each call costs a try, also those made at the same time. */
  check(guess: CodeGuess): Promise<boolean>;
}

export interface CodesOptions {
  db: Kysely<Database>;
  /** Without it, what is stored tells neither addresses nor codes. */
  key: Uint8Array;
  /** Milliseconds since 1970. */
  now: () => number;
}

export function createCodes({ db, key, now }: CodesOptions): Codes {
  const keyed = (...parts: string[]) =>
    createHmac('sha256', key).update(JSON.stringify(parts)).digest();
  const addressHash = (address: string) => keyed('address', address);
  const codeHash = ({ address, trxn, code }: CodeGuess) => keyed('code', address, trxn, code);

  return {
    async issue(address) {
      const time = now();
      const trxn = randomUUID();
      const code = String(randomInt(1_000_000)).padStart(6, '0');
      const fresh = {
        trxn,
        hash: codeHash({ address, trxn, code }),
        sent_at: time,
        tries: 0,
        used: false,
      };
      await db
        .deleteFrom('code')
        .where('sent_at', '<', time - codeLimits.kept)
        .execute();
      const written = await db
        .insertInto('code')
        .values({ address: addressHash(address), ...fresh })
        .onConflict((conflict) =>
          conflict
            .column('address')
            .doUpdateSet(fresh)
            .where('code.sent_at', '<=', time - codeLimits.resend),
        )
        .returning('trxn')
        .executeTakeFirst();
      if (written) return { ok: true, trxn, code };
      const earlier = await db
        .selectFrom('code')
        .select('sent_at')
        .where('address', '=', addressHash(address))
        .executeTakeFirst();
      const since = time - (earlier?.sent_at ?? time);
      return { ok: false, wait: Math.max(1_000, codeLimits.resend - since) };
    },

    async check(guess) {
      const ofGuess = {
        address: addressHash(guess.address),
        trxn: guess.trxn,
      };
      const expected = await db
        .updateTable('code')
        .set(({ eb }) => ({ tries: eb('tries', '+', 1) }))
        .where('address', '=', ofGuess.address)
        .where('trxn', '=', ofGuess.trxn)
        .where('used', '=', false)
        .where('tries', '<', codeLimits.tries)
        .where('sent_at', '>', now() - codeLimits.valid)
        .returning('hash')
        .executeTakeFirst();
      const hash = codeHash(guess);
      if (!expected || !timingSafeEqual(hash, expected.hash)) return false;
      const won = await db
        .updateTable('code')
        .set({ used: true })
        .where('address', '=', ofGuess.address)
        .where('trxn', '=', ofGuess.trxn)
        .where('used', '=', false)
        .returning('trxn')
        .executeTakeFirst();
      return won !== undefined;
    },
  };
}
