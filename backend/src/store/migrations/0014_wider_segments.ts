import { type Kysely, sql } from 'kysely';
import { groupAllParts } from '../../ledger/segments.ts';
import { createTriggers } from '../create-triggers.ts';

/** Triggers keep the rows of what older programs write, which read none of them. */
export const runsFrom = '0010_segments';

const cells = Array.from({ length: 20 }, (_, cell) => cell + 1);
const counts = cells.map((cell) => `sum(sign * n[${cell}])`).join();
const sums = (added: string) =>
  cells.map((cell) => `segment.n[${cell}] + ${added}.n[${cell}]`).join();
const msPerDay = 86_400_000;
const wide = `crts / ${256 * msPerDay}::bigint * ${256 * msPerDay}::bigint`;

/** Segments that were changed are added to the one that they are in: 16 days to 256, parts of a day to their group. */
const keepWider = (changes: string) => `
  if exists (select from added where level = 1) then
    insert into segment (scope, level, crts, item, n)
    select scope, 4, ${wide}, '', array[${counts}]::integer[]
    from (${changes}) as t where level = 1 group by 1, 3
    on conflict (scope, level, crts, item) do update set n = array[${sums('excluded')}];
  end if;
  if exists (select from added where level = 0) then
    update segment set n = array[${sums('change')}]
    from (
      select t.scope, s.crts, s.item, array[${counts}]::integer[] as n
      from (${changes}) as t cross join lateral (
        select s.crts, s.item from segment s
        where s.scope = t.scope and s.level = 5 and (s.crts, s.item) <= (t.crts, t.item)
          and s.crts >= t.crts / ${msPerDay} * ${msPerDay}
        order by s.crts desc, s.item desc limit 1
      ) as s where t.level = 0 group by 1, 2, 3
    ) as change
    where segment.scope = change.scope and segment.level = 5
      and segment.crts = change.crts and segment.item = change.item;
  end if;`;

const added = 'select scope, level, crts, item, n, 1 as sign from added';
const triggers = [
  ['keep_wider_inserted', 'insert', 'segment', 'new table as added', keepWider(added)],
  [
    ...['keep_wider_updated', 'update', 'segment', 'old table as removed new table as added'],
    keepWider(`${added} union all select scope, level, crts, item, n, -1 from removed`),
  ],
] as const;

/** Sums of segments: levels 4 and 5 of `segment`, see `ledger/segments.ts`. */
export async function up<Tables>(db: Kysely<Tables>): Promise<void> {
  await sql
    .raw(`
    insert into segment (scope, level, crts, item, n)
    select scope, 4, ${wide}, '', array[${counts}]::integer[]
    from (select *, 1 as sign from segment where level = 1) as t group by 1, 3`)
    .execute(db);
  await groupAllParts(db);
  await createTriggers(db, triggers);
}
