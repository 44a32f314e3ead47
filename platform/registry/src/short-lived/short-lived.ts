import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { type Selectable, sql } from 'kysely';
import type { Context } from '../context.ts';
import type { ShortLived } from '../registry.ts';
import type { Database } from '../store/schema.ts';
import { runSmallWrite, type SmallWrites, type Writer } from '../store/writes.ts';
import { type AnyKind, kindOf } from './kinds.ts';

/** Nonces are refused again for so long, in milliseconds: longer than anything that has one is good for. */
const nonceLife = 180_000;
/** Nonces that are remembered; more come only in a flood, and then the oldest go. */
const maxNonces = 100_000;

/** Likewise, also as part of a change of the registry: nothing of it is kept if that fails. */
export interface ShortLivedWithin extends ShortLived {
  issue(...given: [...Parameters<ShortLived['issue']>, within?: Writer]): Promise<string>;
  claim(...given: [...Parameters<ShortLived['claim']>, within?: Writer]): Promise<boolean>;
}

type Row = Selectable<Database['short_lived']>;

/**
 * What is found by a secret for a while, and nonces; in the store, so that every server knows it. A row
 * is found by a keyed hash of the secret, and holds only with a MAC over the secret and all that it
 * says: the key is not in the database, so whoever can read or write there cannot sign in by it.
 */
export function openShortLived(
  store: SmallWrites,
  { key, now }: Pick<Context, 'key' | 'now'>,
): { shortLived: ShortLivedWithin; sweep(): Promise<void> } {
  const { db } = store;
  const secretKey = key.derive('short-lived');
  const hash = (...parts: readonly (string | number)[]) =>
    createHmac('sha256', secretKey).update(JSON.stringify(parts)).digest();
  const idOf = (kind: string, secret: string) => hash('id', kind, secret);
  const macOf = (secret: string, row: Pick<Row, 'kind' | 'owner' | 'value' | 'expires_at'>) =>
    hash('row', row.kind, secret, row.owner, row.expires_at.getTime(), row.value);

  /** The row, if it is as it was written and has not expired. */
  function checked(secret: string, row: Row | undefined): Row | null {
    if (row === undefined || row.expires_at.getTime() <= now()) return null;
    const mac = macOf(secret, row);
    return row.mac.length === mac.length && timingSafeEqual(row.mac, mac) ? row : null;
  }

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

  /** Deletes what has expired, and the oldest nonces beyond those that are remembered. */
  async function sweep(): Promise<void> {
    const at = new Date(now()).toISOString();
    await sql`delete from short_lived where expires_at <= ${at}::timestamptz`.execute(db);
    await sql`
      delete from short_lived where kind = 'nonce' and number in (
        select number from short_lived where kind = 'nonce'
        order by number desc offset ${maxNonces})`.execute(db);
  }

  return {
    shortLived: {
      async issue(of, value, owner, until, within) {
        const secret = randomBytes(32).toString('base64url');
        const { name: kind, life, ofOwner, inAll } = kindOf(of);
        const expires_at = new Date(until ?? now() + life);
        const row = { kind, owner, value, expires_at };
        const insert = async (trx: Writer) => {
          // Room is made first by the owner's own, then by those of who has most.
          await sql`
            delete from short_lived where kind = ${kind} and number in (
              select number from (
                select number, owner, ranked, row_number() over (order by size desc, number) as turn,
                  count(*) over () as total
                from (
                  select number, owner, count(*) over (partition by owner) as size,
                    row_number() over (partition by owner order by number desc) as ranked
                  from short_lived where kind = ${kind} and expires_at > ${new Date(now()).toISOString()}::timestamptz
                ) as counted
              ) as ordered
              where owner = ${owner} and ranked >= ${ofOwner}::integer
                or turn <= total - ${inAll}::integer + 1)`.execute(trx);
          await trx
            .insertInto('short_lived')
            .values({
              ...row,
              id: idOf(kind, secret),
              mac: macOf(secret, row),
              expires_at: expires_at.toISOString(),
            })
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
      async claim(nonce, until, within) {
        const kind = until === undefined ? 'nonce' : 'claim';
        const made = await (within ?? db)
          .insertInto('short_lived')
          .values({
            kind,
            id: idOf(kind, nonce),
            owner: '',
            value: '',
            mac: Buffer.alloc(0),
            expires_at: new Date(until ?? now() + nonceLife).toISOString(),
          })
          .onConflict((conflict) => conflict.doNothing())
          .executeTakeFirst();
        return (made.numInsertedOrUpdatedRows ?? 0n) > 0n;
      },
    },
    sweep,
  };
}

/** Whether it can be one of ours: what cannot is not asked for. */
function isSecret(text: string): boolean {
  return /^[\w-]{43}$/.test(text);
}
