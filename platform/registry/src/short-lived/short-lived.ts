import { randomBytes } from 'node:crypto';
import type { Context } from '../context.ts';
import type { ShortLived } from '../registry.ts';
import { type Reader, runSmallWrite, type SmallWrites, type Writer } from '../store/writes.ts';
import { deleteExpired, makeRoom } from './eviction.ts';
import { type AnyKind, kindOf } from './kinds.ts';
import { openRowSeal, type Row } from './row-seal.ts';

/** How long a nonce is refused again, in milliseconds: longer than anything that carries one is valid. */
const nonceLife = 180_000;

/** Short-lived values that can also be written in the transaction of a change of the registry. */
export interface ShortLivedWithin extends ShortLived {
  issue(...given: [...Parameters<ShortLived['issue']>, within?: Writer]): Promise<string>;
  claim(...given: [...Parameters<ShortLived['claim']>, within?: Writer]): Promise<boolean>;
}

/** Values that are found by a secret for a while, and nonces. They are in the store, so that every server knows them. */
export function openShortLived(
  store: SmallWrites,
  context: Pick<Context, 'key' | 'now'>,
): { shortLived: ShortLivedWithin; sweep(): Promise<void> } {
  const { db } = store;
  const { now } = context;
  const { idOf, macOf, checked } = openRowSeal(context);

  async function find(of: AnyKind, secret: string): Promise<Row | null> {
    if (!isSecret(secret)) return null;
    const { name: kind } = kindOf(of);
    const row = await db
      .selectFrom('short_lived')
      .selectAll()
      .where(({ and }) => and({ kind, id: idOf(kind, secret) }))
      .executeTakeFirst();
    return checked(secret, row);
  }

  const shortLived: ShortLivedWithin = {
    async issue(of, value, owner, until, within) {
      const secret = randomBytes(32).toString('base64url');
      const kind = kindOf(of);
      const expires_at = new Date(until ?? now() + kind.life);
      const row = { kind: kind.name, owner, value, expires_at };
      const [id, mac] = [idOf(kind.name, secret), macOf(secret, row)];
      const insert = async (trx: Writer) => {
        await makeRoom(trx, kind, owner, now());
        await trx
          .insertInto('short_lived')
          .values({ ...row, id, mac, expires_at: expires_at.toISOString() })
          .execute();
      };
      await (within === undefined ? runSmallWrite(store, insert) : insert(within));
      return secret;
    },
    find: async (kind, secret) => (await find(kind, secret))?.value ?? null,
    async change(of, secret, value) {
      const row = await find(of, secret);
      if (row === null) return false;
      const { kind } = row;
      const changed = await db
        .updateTable('short_lived')
        .set({ value, mac: macOf(secret, { ...row, value }) })
        .where(({ and }) => and({ kind, id: row.id }))
        .executeTakeFirst();
      return changed.numUpdatedRows > 0n;
    },
    async take(of, secret) {
      if (!isSecret(secret)) return null;
      const { name: kind } = kindOf(of);
      return runSmallWrite(store, async (trx) => {
        const row = await trx
          .deleteFrom('short_lived')
          .where(({ and }) => and({ kind, id: idOf(kind, secret) }))
          .returningAll()
          .executeTakeFirst();
        return checked(secret, row)?.value ?? null;
      });
    },
    async claim(text, until, within) {
      const kind = until === undefined ? 'nonce' : 'claim';
      const key = { kind, id: idOf(kind, text) };
      return insertClaim(within ?? db, key, new Date(until ?? now() + nonceLife));
    },
  };
  return { shortLived, sweep: () => deleteExpired(db, now()) };
}

/** Whether the row is new: nobody has claimed the same before. */
async function insertClaim(
  db: Reader,
  key: Pick<Row, 'kind' | 'id'>,
  expiresAt: Date,
): Promise<boolean> {
  const made = await db
    .insertInto('short_lived')
    .values({
      ...key,
      owner: '',
      value: '',
      mac: Buffer.alloc(0),
      expires_at: expiresAt.toISOString(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return (made.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** Whether the text has the form of a secret; without it there is no row to look for. */
function isSecret(text: string): boolean {
  return /^[\w-]{43}$/.test(text);
}
