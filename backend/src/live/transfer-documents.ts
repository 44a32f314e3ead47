import { type Kysely, sql } from 'kysely';
import { namedRow, rowColumns } from '../ledger/transfer-row.ts';
import type { Database } from '../store/schema.ts';
import { transferDocument } from './frame.ts';
import { type Condition, findLimit, type TransferQuery } from './query.ts';

export type TransferDocument = ReturnType<typeof transferDocument>;

/** The answer of a find; null if there are more transfers than it may give and no limit was said. */
export async function findTransfers(
  db: Kysely<Database>,
  { conditions, order, limit }: TransferQuery,
): Promise<TransferDocument[] | null> {
  let query = db
    .selectFrom('transfer')
    .innerJoin('party as credit', (join) =>
      join.onRef('credit.kind', '=', 'cred_kind').onRef('credit.id', '=', 'cred'),
    )
    .innerJoin('party as debit', (join) =>
      join.on('debit.kind', '=', 'user').onRef('debit.id', '=', 'debt'),
    )
    .select([...rowColumns, 'cred_kind', 'credit.name as credit', 'debit.name as debit'])
    .orderBy('crts', order)
    .orderBy('item', order)
    .limit(limit ?? findLimit + 1);
  for (const condition of conditions) query = query.where(holds(condition));
  const rows = await query.execute();
  if (limit === null && rows.length > findLimit) return null;
  return rows.map((row) => transferDocument(namedRow(row)));
}

/** How many transfers match. By kind and status this is known beforehand; the rest uses an index. */
export async function countTransfers(
  db: Kysely<Database>,
  { conditions, limit }: TransferQuery,
): Promise<number> {
  const counted = conditions.filter(isCounted);
  const { n } =
    counted.length === conditions.length
      ? await sumCounts(db, counted)
      : await countRows(db, conditions);
  return Math.min(Number(n), limit ?? Number.POSITIVE_INFINITY);
}

/** A transaction id is found through its index, which does not tell cases apart. */
function holds({ column, value }: Condition) {
  const same = sql<boolean>`${sql.ref(column)} = ${value}`;
  return column === 'trxn'
    ? sql<boolean>`lower(trxn) = lower(${value} collate "C") and ${same}`
    : same;
}

type CountedCondition = Extract<Condition, { column: 'form' | 'stat' }>;

function isCounted(condition: Condition): condition is CountedCondition {
  return condition.column === 'form' || condition.column === 'stat';
}

function sumCounts(db: Kysely<Database>, conditions: readonly CountedCondition[]) {
  let query = db
    .selectFrom('tally')
    .select(({ fn, val }) => fn.coalesce(fn.sum('n'), val(0)).as('n'))
    .where('scope', '=', '');
  for (const { column, value } of conditions) query = query.where(column, '=', value);
  return query.executeTakeFirstOrThrow();
}

function countRows(db: Kysely<Database>, conditions: readonly Condition[]) {
  let query = db.selectFrom('transfer').select(({ fn }) => fn.countAll().as('n'));
  for (const condition of conditions) query = query.where(holds(condition));
  return query.executeTakeFirstOrThrow();
}
