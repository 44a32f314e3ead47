import { type Kysely, sql } from 'kysely';
import { sumAll } from '../../ledger/segments.ts';
import { createTriggers } from '../create-triggers.ts';

/** Triggers keep the sums of what older programs record, and the tables that these read. */
export const runsFrom = '0009_finding';

const cells = Array.from({ length: 20 }, (_, cell) => cell + 1);
const cell = `(case form when 'data' then 10 else 0 end) + stat + 1`;
const counts = cells.map((of) => `coalesce(sum(n) filter (where cell = ${of}), 0)`).join();
const sums = (added: string) => cells.map((of) => `segment.n[${of}] + ${added}.n[${of}]`).join();
const msPerDay = 86_400_000;
const daysPerSpan = 16;
const msPerSpan = daysPerSpan * msPerDay;

/**
 * Daily counts that were changed are added to the sums of 16 days: of everything, and of parties that have them.
 * For a whole batch these parties are read at once, for a few counts each is looked up.
 */
const sumDays = (changes: string) => `
  if (select count(*) from (select from counted limit 100) as t) < 100 then
    ${sumDaysOf(changes, 'exists (select from segment s where s.level = 2 and s.scope = t.scope)')}
  else
    ${sumDaysOf(changes, 't.scope in (select s.scope from segment s where s.level = 2)')}
  end if;`;
const sumDaysOf = (changes: string, isSummed: string) => `
  with change as (
    select * from (${changes}) as t where scope = '' or ${isSummed}
  ), older as (
    insert into span (scope, span, form, n)
    select scope, day / 64, form, sum(n) from change where scope = '' group by 1, 2, 3
    on conflict (scope, span, form) do update set n = span.n + excluded.n
  )
  insert into segment (scope, level, crts, item, n)
  select scope, 1, day / ${daysPerSpan} * ${msPerSpan}::bigint, '', array[${counts}]::integer[]
  from (select scope, day, n, ${cell} as cell from change) as t group by 1, 3
  on conflict (scope, level, crts, item) do update set n = array[${sums('excluded')}];`;

/** Transfers of days that are divided are added to the part in which they are. */
const sumParts = (changes: string) => `
  if not exists (select from segment where level = 0 and item = '') then return null; end if;
  if not exists (
    select from (select distinct crts / ${msPerDay} as day from (${changes}) as t) as t
    join segment s on s.level = 0 and s.item = '' and s.crts = t.day * ${msPerDay}
  ) then return null; end if;
  update segment set n = array[${sums('part')}]
  from (
    select scope, first_crts, first_item, array[${counts}]::integer[] as n
    from (
      select listed.scope, s.crts as first_crts, s.item as first_item, n, ${cell} as cell
      from (
        select item, crts, form, stat, cred, debt, sum(n) as n from (${changes}) as t
        group by item, crts, form, stat, cred, debt having sum(n) <> 0
      ) as t
      cross join lateral (values
        (''), (case form when 'asset' then 'creator/' else 'consumer/' end || cred), ('user/' || debt)
      ) as listed (scope)
      cross join lateral (
        select s.crts, s.item from segment s
        where s.scope = listed.scope collate "C" and s.level = 0
          and (s.crts, s.item) <= (t.crts, t.item) and s.crts >= t.crts / ${msPerDay} * ${msPerDay}
        order by s.crts desc, s.item desc limit 1
      ) as s
    ) as t group by scope, first_crts, first_item
  ) as part
  where segment.scope = part.scope and segment.level = 0
    and segment.crts = part.first_crts and segment.item = part.first_item;`;

const counted = 'select scope, day, form, stat, n from counted';
const inserted = 'select item, crts, form, stat, cred, debt, 1 as n from inserted';
const triggers = [
  ['sum_days_inserted', 'insert', 'tally', 'new table as counted', sumDays(counted)],
  [
    ...['sum_days_updated', 'update', 'tally', 'old table as before new table as counted'],
    sumDays(`${counted} union all select scope, day, form, stat, -n from before`),
  ],
  ['sum_parts_inserted', 'insert', 'transfer', 'new table as inserted', sumParts(inserted)],
  [
    ...['sum_parts_updated', 'update', 'transfer', 'old table as deleted new table as inserted'],
    sumParts(`${inserted} union all select item, crts, form, stat, cred, debt, -1 from deleted`),
  ],
] as const;

/**
 * How many transfers of each form and status are in segments of a list: see `ledger/segments.ts`. What
 * the release before reads stays as it was: `status_span` as a view, `span` as a table, into which only the
 * triggers write.
 */
export async function up<Tables>(db: Kysely<Tables>): Promise<void> {
  await sql`
    create table segment (
      scope text collate "C" not null,
      level smallint not null,
      crts bigint not null,
      item text collate "C" not null,
      n integer[] not null,
      primary key (scope, level, crts, item)
    ) with (fillfactor = 70)`.execute(db);
  await sql`create index segment_day on segment (crts) where level = 0 and item = ''`.execute(db);
  await sql`create index segment_summed on segment (scope) where level = 2`.execute(db);
  await sql`drop trigger sum_status_span on tally`.execute(db);
  await sql`drop function sum_status_span`.execute(db);
  await sql`drop table status_span`.execute(db);
  await sql
    .raw(`
    create view status_span as
    select (crts / ${64 * msPerDay}::bigint)::integer as span,
      case when cell > 10 then 'data' else 'asset' end collate "C" as form,
      ((cell - 1) % 10)::smallint as stat, sum(segment_n)::bigint as n
    from segment cross join unnest(n) with ordinality as t (segment_n, cell)
    where scope = '' and level = 1 and segment_n <> 0 group by 1, 2, 3`)
    .execute(db);
  await sql`
    create function keep_span() returns trigger language plpgsql as $$
    begin return null; end $$`.execute(db);
  await sql`
    create trigger keep_span before insert on span for each row
    when (pg_trigger_depth() = 0) execute function keep_span()`.execute(db);
  await sumAll(db);
  await createTriggers(db, triggers);
}
