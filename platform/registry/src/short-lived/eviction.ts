import { sql } from 'kysely';
import type { Reader, Writer } from '../store/writes.ts';
import type { ShortLivedKind } from './kinds.ts';

/** How many nonces are remembered. More come only in a flood, and then the oldest are deleted. */
const maxNonces = 100_000;

/**
 * Makes room for one more value of a kind and an owner. Deletes the owner's oldest values beyond the owner's limit, then
 * the oldest of the owners who have most.
 *
 * @param now milliseconds since 1970
 */
export async function makeRoom(
  trx: Writer,
  { name: kind, ofOwner, inAll }: ShortLivedKind,
  owner: string,
  now: number,
): Promise<void> {
  const at = new Date(now).toISOString();
  await sql`
    delete from short_lived where kind = ${kind} and number in (
      select number from (
        select number, owner, ranked, row_number() over (order by size desc, number) as turn,
          count(*) over () as total
        from (
          select number, owner, count(*) over (partition by owner) as size,
            row_number() over (partition by owner order by number desc) as ranked
          from short_lived where kind = ${kind} and expires_at > ${at}::timestamptz
        ) as counted
      ) as ordered
      where owner = ${owner} and ranked >= ${ofOwner}::integer
        or turn <= total - ${inAll}::integer + 1)`.execute(trx);
}

/**
 * Deletes what has expired, and the oldest nonces beyond those that are remembered.
 *
 * @param now milliseconds since 1970
 */
export async function deleteExpired(db: Reader, now: number): Promise<void> {
  const at = new Date(now).toISOString();
  await sql`delete from short_lived where expires_at <= ${at}::timestamptz`.execute(db);
  await sql`
    delete from short_lived where kind = 'nonce' and number in (
      select number from short_lived where kind = 'nonce'
      order by number desc offset ${maxNonces})`.execute(db);
}
