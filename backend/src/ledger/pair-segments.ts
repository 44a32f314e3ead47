import { crc32 } from 'node:zlib';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { pairScopeSql } from './scope.ts';
import { cellCountsSql, cellSql, msPerSpan, type SegmentSizes, usualSizes } from './segments.ts';
import type { RowColumns } from './transfer-row.ts';

const scope = sql.raw(pairScopeSql);

/**
 * Counts the transfers between pairs of parties, by 16 days. `pairs` is SQL that gives the (cred,
 * debt) of pairs that are not counted yet.
 */
async function sumPairs<Tables>(db: Kysely<Tables>, pairs: RawBuilder<unknown>): Promise<void> {
  await sql`
    insert into segment (scope, level, crts, item, n)
    select scope, 3, span, '', ${cellCountsSql}
    from (
      select ${scope} as scope, crts / ${sql.raw(msPerSpan)} * ${sql.raw(msPerSpan)} as span,
        ${sql.raw(cellSql)} as cell, 1 as n
      from (${pairs}) as wanted join transfer using (cred, debt)
    ) as t group by scope, span`.execute(db);
}

const lengthOfCred = `case when p.scope like 'pair/%' then split_part(p.scope, '/', 2)::integer end`;
const afterLength = `substr(p.scope, 7 + length(split_part(p.scope, '/', 2)))`;
/** SQL of the transfers of the pair that `p.scope` is; none of another scope. */
export const listedByPair = `
  select * from transfer where p.scope like 'pair/%'
    and cred = left(${afterLength}, ${lengthOfCred}) collate "C"
    and debt = substr(${afterLength}, ${lengthOfCred} + 2) collate "C"`;

/** Two parties of a transfer. */
type Pair = Pick<RowColumns, 'item' | 'cred' | 'debt'>;

/**
 * Counts those pairs of a batch that have got many transfers, from the table `transfer`. The pair
 * of one transfer in `pairStep` is looked at, chosen by the item whatever the batch.
 */
export async function growPairs<Tables>(
  db: Kysely<Tables>,
  pairs: readonly Pair[],
  { maxPair, pairStep }: SegmentSizes,
): Promise<void> {
  const some = pairs.filter(({ item }) => crc32(item) % pairStep === 0);
  if (some.length === 0) return;
  const { rows } = await sql<Omit<Pair, 'item'>>`
    select distinct cred, debt
    from unnest(${some.map(({ cred }) => cred)}::text[], ${some.map(({ debt }) => debt)}::text[])
      as asked (cred, debt)
    where not exists (select from segment s where s.scope = ${scope} collate "C" and s.level = 3)
      and exists (
        select from transfer t where t.cred = asked.cred and t.debt = asked.debt
        offset ${maxPair}::integer
      )`.execute(db);
  if (rows.length === 0) return;
  const wanted = [rows.map(({ cred }) => cred), rows.map(({ debt }) => debt)] as const;
  await sumPairs(
    db,
    sql`select cred collate "C" as cred, debt collate "C" as debt
      from unnest(${wanted[0]}::text[], ${wanted[1]}::text[]) as t (cred, debt)`,
  );
}

/** Counts all pairs anew. */
export async function sumAllPairs<Tables>(db: Kysely<Tables>, sizes = usualSizes): Promise<void> {
  await sql`delete from segment where level = 3`.execute(db);
  await sumPairs(
    db,
    sql`select cred, debt from transfer group by cred, debt having count(*) > ${sizes.maxPair}`,
  );
}
