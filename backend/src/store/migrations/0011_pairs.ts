import type { Kysely } from 'kysely';
import { sumAllPairs } from '../../ledger/pair-segments.ts';
import { createTriggers } from '../create-triggers.ts';

/** Triggers keep the counts of what older programs record. */
export const runsFrom = '0010_segments';

const cells = Array.from({ length: 20 }, (_, cell) => cell + 1);
const counts = cells.map((of) => `coalesce(sum(n) filter (where cell = ${of}), 0)`).join();
const sums = cells.map((of) => `segment.n[${of}] + excluded.n[${of}]`).join();
const msPerSpan = 16 * 86_400_000;

/**
 * Adds transfers to the counts of their pairs, if these are counted. A scalar query looks each pair up by its key: a
 * join may read all segments for it.
 */
const sumPairs = (changes: string) => `
  if not exists (
    select from segment where scope >= 'pair/' and scope < 'pair0' and level = 3
  ) then return null; end if;
  with change as materialized (
    select 'pair/' || length(cred) || '/' || cred || '/' || debt as scope,
      crts / ${msPerSpan} * ${msPerSpan} as span, n,
      (case form when 'data' then 10 else 0 end) + stat + 1 as cell
    from (${changes}) as t
  ), summed as materialized (
    select scope from (select distinct scope from change) as asked
    where (
      select true from segment s where s.scope = asked.scope collate "C" and s.level = 3 limit 1
    )
  )
  insert into segment (scope, level, crts, item, n)
  select scope, 3, span, '', array[${counts}]::integer[]
  from change join summed using (scope) group by scope, span
  on conflict (scope, level, crts, item) do update set n = array[${sums}];`;

const inserted = 'select crts, form, stat, cred, debt, 1 as n from inserted';
const triggers = [
  ['sum_pairs_inserted', 'insert', 'transfer', 'new table as inserted', sumPairs(inserted)],
  [
    ...['sum_pairs_updated', 'update', 'transfer', 'old table as deleted new table as inserted'],
    sumPairs(`${inserted} union all select crts, form, stat, cred, debt, -1 from deleted`),
  ],
] as const;

/** How many transfers busy pairs of parties have: level 3 of `segment`, see `ledger/segments.ts`. */
export async function up<Tables>(db: Kysely<Tables>): Promise<void> {
  await sumAllPairs(db);
  await createTriggers(db, triggers);
}
