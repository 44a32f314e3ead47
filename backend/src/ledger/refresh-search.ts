import type { PartyKind } from '@tallystick/shared/contracts/party';
import { lineOf } from '@tallystick/store/error-code';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Database, TransferTable } from '../store/schema.ts';
import { searchOf } from './batch-changes.ts';
import { checksumOf, transferColumns } from './checksum.ts';
import { type ListKey, latestKey, type NamedColumns } from './transfer-row.ts';
import { inTurn } from './writer-turn.ts';

const transfersPerTurn = 1_000;
/** Marks a position by time. Ids sort after it, so an older program, which knows positions by id, starts anew. */
const byTime = '\u0001';

/** The checksum of a kept transfer once it has the search text of `t`. */
const checksum = sql.raw(
  checksumOf(transferColumns, (name) => (name === 'search' ? 't.search' : `transfer.${name}`)),
);

/**
 * Lets searches find the transfers of renamed parties by the new names. A party may have hundreds of thousands, so it is
 * done in turns, each a transaction of its own: other writers have theirs between. What one program has not
 * finished the next one does when it opens the store.
 */
export async function refreshSearch(db: Kysely<Database>): Promise<void> {
  while (await isStale(db)) await inTurn(db, refreshSome);
}

/** Stores whose last `finishSearch` failed. */
const unfinished = new WeakSet<Kysely<Database>>();
export const isUnfinished = (db: Kysely<Database>): boolean => unfinished.has(db);

/**
 * Refreshes as `refreshSearch` does. A failure is only told, and left to the next batch, because
 * everything else that is recorded can be read.
 */
export async function finishSearch(
  db: Kysely<Database>,
  tell: (line: string) => void = console.error,
): Promise<void> {
  try {
    await refreshSearch(db);
    unfinished.delete(db);
  } catch (error) {
    unfinished.add(db);
    tell(
      `Searches do not yet find everybody who was renamed; the next import completes this: ${lineOf(error)}`,
    );
  }
}

/** Asked without the writers' lock, which an import may hold for long. */
async function isStale(db: Kysely<Database>): Promise<boolean> {
  const { rows } = await sql`select from party where stale_after is not null limit 1`.execute(db);
  return rows.length > 0;
}

/** Some transfers of one party, if another program has not been faster. */
async function refreshSome(trx: Transaction<Database>): Promise<void> {
  const { rows: parties } = await sql<{ kind: PartyKind; id: string; stale_after: string }>`
    select kind, id, stale_after from party where stale_after is not null
    order by kind, id limit 1`.execute(trx);
  const [party] = parties;
  if (!party) return;
  const { kind, id, stale_after: after } = party;
  const { crts, item } = keyOf(after);
  const order = sql`order by t.crts desc, t.item desc`;
  // Data of consumers and of checkers are read alike, because their indices do not tell these apart.
  const form = kind === 'creator' ? 'asset' : 'data';
  const side = kind === 'user' ? sql`t.debt = ${id}` : sql`t.cred = ${id} and t.form = ${form}`;
  const { rows } = await sql<NamedColumns & Pick<TransferTable, 'search'>>`
    select t.item, t.trxn, t.stat, t.form, t.sort, t.crts, t.cred, t.cred_kind, t.debt, t.search,
      coalesce(c.name, '') as credit, coalesce(u.name, '') as debit
    from (
      select * from transfer t where ${side} and (t.crts, t.item) < (${crts}::bigint, ${item})
      ${order} limit ${sql.lit(transfersPerTurn)}
    ) as t
    left join party c on c.kind = t.cred_kind and c.id = t.cred
    left join party u on u.kind = 'user' and u.id = t.debt
    ${order}`.execute(trx);
  const changed = rows
    .map((row) => ({ item: row.item, before: row.search, search: searchOf(row, row) }))
    .filter(({ before, search }) => before !== search);
  await sql`
    update transfer set search = t.search, checksum = ${checksum}
    from json_to_recordset(${JSON.stringify(changed)}) as t(item text, search text)
    where transfer.item = t.item`.execute(trx);
  const last = rows.length < transfersPerTurn ? undefined : rows.at(-1);
  const end = last ? `${byTime}${last.crts} ${last.item}` : null;
  await sql`
    update party set stale_after = ${end} where kind = ${kind} and id = ${id}`.execute(trx);
}

/** The key of a position; the very beginning, where an older program has left a position by id. */
function keyOf(after: string): ListKey {
  if (!after.startsWith(byTime)) return latestKey;
  const space = after.indexOf(' ');
  return { crts: after.slice(byTime.length, space), item: after.slice(space + 1) };
}
