import { randomBytes, randomInt, randomUUID, timingSafeEqual } from 'node:crypto';
import { type HashedTableOptions, keyedHash } from '../store/hashed-table.ts';
import { foldAddress, normalizeAddress } from './address.ts';
import { createCodeTable, resendAfter } from './code-table.ts';
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

/** What stands in the table for addresses and codes. */
function codeHashes(key: Uint8Array) {
  const keyed = keyedHash(key);
  return {
    ofAddress: (address: string) => keyed('address', foldAddress(address)),
    ofCode: ({ address, trxn, code }: CodeGuess) =>
      keyed('code', normalizeAddress(address), trxn, code),
    /** Replaces a code's hash once it passed. Without a named attempt it fits no other call. */
    ofPassed: ({ address, trxn, code, attempt }: CodeGuess) =>
      attempt === undefined
        ? randomBytes(32)
        : keyed('passed', normalizeAddress(address), trxn, code, attempt),
  };
}

/**
 * Sign-in codes: six digits, for one address and one request, used once, and only the newest of all
 * addresses that fold into one (`address.ts`). Addresses are as `parseAddress` gives them.
 */
export function createCodes({ db, key, seal, now }: HashedTableOptions & { seal: Seal }) {
  const hash = codeHashes(key);
  const table = createCodeTable(db);
  /** Compared with where there is nothing to compare with: the work is the same. */
  const noHash = randomBytes(32);

  return {
    /** Makes a code and stores its mail, sealed, for the delivery; the caller does not get the code. */
    async issue(address: string): Promise<IssuedCode> {
      const time = now();
      const trxn = randomUUID();
      const code = String(randomInt(1_000_000)).padStart(6, '0');
      const hashed = hash.ofAddress(address);
      const unused = await table.write({
        address: hashed,
        trxn,
        hash: hash.ofCode({ address, trxn, code }),
        mail: seal.close(trxn, { to: address, code }),
        sent_at: time,
      });
      if (unused !== undefined) {
        return { ok: true, trxn, resendAfter: resendAfter({ used: false, unused }) };
      }
      const earlier = await table.last(hashed);
      const after = earlier ? resendAfter(earlier) : 0;
      const wait = earlier ? earlier.sent_at + after - time : 0;
      return { ok: false, wait: Math.max(1_000, Math.min(after, wait)) };
    },

    /**
     * Whether the code is the right one. Each call costs a try, also those made at the same time. Once
     * it passed, it passes again for the same attempt alone: the answer may have been lost on its way.
     */
    async check(guess: CodeGuess): Promise<CheckedCode> {
      const name = { address: hash.ofAddress(guess.address), trxn: guess.trxn };
      const passed = hash.ofPassed(guess);
      const counted = await table.countTry(name, now());
      const [known, mine] = [counted?.hash ?? noHash, hash.ofCode(guess)];
      const right = timingSafeEqual(counted?.used ? passed : mine, known);
      if (!counted) return { ok: false, triesLeft: 0 };
      if (counted.used) return right ? { ok: true } : { ok: false, triesLeft: 0 };
      if (!right) return { ok: false, triesLeft: limits.tries - counted.tries };
      return (await table.use(name, passed)) ? { ok: true } : { ok: false, triesLeft: 0 };
    },

    /** Forgets addresses that have had no code for a day, and codes of a clock that was wrong. */
    prune: (): Promise<void> => table.prune(now()),
  };
}
