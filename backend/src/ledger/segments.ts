import type { TransferForm } from '@tallystick/shared/contracts/transfer';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { daysPerSpan, msPerDay } from './scope.ts';

/*
 * The table `segment` says how many transfers a stretch of a scope's list has. Few of its rows are
 * then enough to find a page or to count a list. Each row goes from its key (`crts`, `item`) to the
 * next one of its level:
 *
 * - level 1: 16 days. Everything has these rows, and so has a party whose daily counts take long to sum.
 * - level 2 has a row for each of these parties, without counts, so that they are found at once.
 * - level 0: a part of one day. A scope has these rows for days with more transfers than are worth skipping one by one.
 * - level 3: 16 days of what two parties have with each other, if that is much. No daily count has these.
 * - level 4: 256 days, wherever there are 16. The database alone writes these.
 * - level 5: a group of parts of one day. Days with many parts have these rows.
 *
 * `n` has the counts by form and status (`cellOf`). The database keeps their sums: `total`, and
 * `assets` of assets alone. Its triggers update the counts of rows that are there; the code here
 * adds rows. A scope or a day without rows is counted by `tally` alone, as right and more slowly.
 */

/** When segments are added. */
export type SegmentSizes = typeof usualSizes;

export const usualSizes = {
  /** A part of a day with more transfers is divided, into parts of `newPart`. */
  maxPart: 2_048,
  newPart: 1_024,
  /** A group of more parts is divided, into groups of `newGroup` parts. */
  maxGroup: 64,
  newGroup: 32,
  /** A party with more daily counts gets sums. */
  maxDays: 256,
  /** A day is looked at when a count of it has grown past a multiple of this. */
  dayStep: 64,
  /**
   * Parties are looked at only where a batch changes a day whose number is a multiple of this. One
   * that has many days is noticed soon.
   */
  partyStep: 64,
  /** Two parties with more transfers between them are counted. */
  maxPair: 1_024,
  /** Pairs are looked at only where the CRC-32 of a transfer's item is a multiple of this. */
  pairStep: 64,
};

const cells = Array.from({ length: 20 }, (_, cell) => cell + 1);

/** Where in the counts of a segment, from 1, the transfers of a form and status are. */
export const cellOf = (form: TransferForm, stat: number): number =>
  (form === 'data' ? 10 : 0) + stat + 1;

/** The form and status of a cell. */
export const ofCell = (cell: number): { form: TransferForm; stat: number } => ({
  form: cell > 10 ? 'data' : 'asset',
  stat: (cell - 1) % 10,
});

/** SQL of `cellOf` for the columns `form` and `stat`. */
export const cellSql = `(case form when 'data' then 10 else 0 end) + stat + 1`;
const cell = sql.raw(cellSql);
/** SQL of the counts of a segment, of rows that say a cell and a number `n`. */
export const cellCountsSql = sql.raw(
  `array[${cells.map((of) => `coalesce(sum(n) filter (where cell = ${of}), 0)`).join()}]::integer[]`,
);
const day = sql.raw(`${msPerDay}::bigint`);
/** SQL of the milliseconds of 16 days. */
export const msPerSpan = `${daysPerSpan * msPerDay}::bigint`;

/** Sums up the days of everything, or of parties that have no sums yet; `scopes` is SQL that gives some scopes. */
async function sumDays<Tables>(db: Kysely<Tables>, scopes: RawBuilder<unknown>): Promise<void> {
  await sql`
    with wanted as (
      ${scopes}
    ), marked as (
      insert into segment (scope, level, crts, item, n)
      select scope, 2, 0, '', array[]::integer[] from wanted where scope <> ''
    )
    insert into segment (scope, level, crts, item, n)
    select scope, 1, day / ${daysPerSpan}::integer * ${sql.raw(msPerSpan)}, '', ${cellCountsSql}
    from (
      select scope, day, n, ${cell} as cell from tally join wanted using (scope)
    ) as t group by 1, 3 order by 1, 3`.execute(db);
}

const within = '(crts, item) >= (p.crts, p.item) and (crts, item) < (p.next_crts, p.next_item)';
/** SQL of the transfers that the part `p` (scope, crts, item, next_crts, next_item) of a list has. */
export const listedIn = `
  select * from transfer where p.scope = '' and ${within}
  union all
  select * from transfer where p.scope like 'user/%' and debt = substr(p.scope, 6) and ${within}
  union all
  select * from transfer where p.scope like 'creator/%' and cred = substr(p.scope, 9)
    and form = 'asset' and ${within}
  union all
  select * from transfer where p.scope like 'consumer/%' and cred = substr(p.scope, 10)
    and form = 'data' and ${within}`;

/**
 * Divides days, and parts of days, that have grown; `days` is SQL that gives some scopes and days. Sorts the rows of one
 * day at a time; those of all days together would be too many.
 */
async function divideDays<Tables>(
  db: Kysely<Tables>,
  days: RawBuilder<unknown>,
  { maxPart, newPart }: SegmentSizes,
): Promise<void> {
  await sql`
    with asked as (
      select scope, day, day * ${day} as first, (day + 1) * ${day} as next from (${days}) as days
    ), part as (
      select a.scope, s.crts, s.item,
        lead(s.crts, 1, a.next) over of_day as next_crts, lead(s.item, 1, '') over of_day as next_item,
        (select sum(one) from unnest(s.n) as one) as n
      from asked a
      join segment s on s.scope = a.scope and s.level = 0 and s.crts >= a.first and s.crts < a.next
      window of_day as (partition by a.scope, a.day order by s.crts, s.item)
      union all
      select scope, first, '', next, '',
        (select sum(n) from tally t where t.scope = a.scope and t.day = a.day)
      from asked a
      where not exists (
        select from segment s
        where s.scope = a.scope and s.level = 0 and s.crts = a.first and s.item = ''
      )
    )
    insert into segment (scope, level, crts, item, n)
    select p.scope, 0, case number when 0 then p.crts else t.crts end,
      case number when 0 then p.item else t.item end, t.n
    from part p cross join lateral (
      select place / ${newPart}::integer as number,
        max(crts) filter (where place % ${newPart}::integer = 0) as crts,
        max(item) filter (where place % ${newPart}::integer = 0) as item, ${cellCountsSql} as n
      from (
        select crts, item, ${cell} as cell, 1 as n, row_number() over (order by crts, item) - 1 as place
        from (${sql.raw(listedIn)}) as listed
      ) as placed group by 1
    ) as t
    where p.n > ${maxPart}
    on conflict (scope, level, crts, item) do update set n = excluded.n`.execute(db);
}

/** Groups the parts of days that have got many, and divides groups; `days` is SQL that gives some scopes and days. */
async function groupParts<Tables>(
  db: Kysely<Tables>,
  days: RawBuilder<unknown>,
  { maxGroup, newGroup }: SegmentSizes,
): Promise<void> {
  const sums = sql.raw(cells.map((of) => `sum(n[${of}])`).join());
  await sql`
    with asked as (
      select scope, day, day * ${day} as first, (day + 1) * ${day} as next from (${days}) as days
    ), part as (
      select a.day, s.scope, s.crts, s.item, s.n, count(*) filter (where g.level = 5) over of_day as number
      from asked a
      join segment s on s.scope = a.scope and s.level = 0 and s.crts >= a.first and s.crts < a.next
      left join segment g
        on g.scope = s.scope and g.level = 5 and g.crts = s.crts and g.item = s.item
      window of_day as (partition by a.scope, a.day order by s.crts, s.item)
    ), placed as (
      select *, row_number() over of_group - 1 as place, count(*) over (partition by scope, day, number) as parts
      from part window of_group as (partition by scope, day, number order by crts, item)
    )
    insert into segment (scope, level, crts, item, n)
    select scope, 5, min(crts), (array_agg(item order by crts, item))[1], array[${sums}]::integer[]
    from placed where parts > ${maxGroup}
    group by scope, day, number, place / ${newGroup}::integer
    on conflict (scope, level, crts, item) do update set n = excluded.n`.execute(db);
}

/** Groups the parts of all days. */
export const groupAllParts = <Tables>(db: Kysely<Tables>, sizes = usualSizes): Promise<void> =>
  groupParts(
    db,
    sql`
      select scope, (crts / ${day})::integer as day from segment where level = 0
      group by 1, 2 having count(*) > ${sizes.maxGroup}`,
    sizes,
  );

/** A daily count that a batch has changed. */
export interface DayChange {
  scope: string;
  day: number;
  change: number;
  /** How many there are now; undefined: fewer than `dayStep`. */
  n: number | undefined;
}

/** Adds the segments that are missing after a batch; what has not grown much costs nothing. */
export async function growSegments<Tables>(
  db: Kysely<Tables>,
  changes: readonly DayChange[],
  sizes: SegmentSizes,
): Promise<void> {
  const steps = (n: number) => Math.floor(n / sizes.dayStep);
  const days = changes.filter(({ n, change }) => n !== undefined && steps(n) > steps(n - change));
  const parties = changes.filter(({ day, scope }) => day % sizes.partyStep === 0 && scope !== '');
  if (days.length > 0) {
    const asked = JSON.stringify(days.map(({ scope, day }) => ({ scope, day })));
    const wanted = sql`
      select distinct scope, day from json_to_recordset(${asked}) as t(scope text, day integer)`;
    await divideDays(db, wanted, sizes);
    await groupParts(db, wanted, sizes);
  }
  if (parties.length > 0) {
    const scopes = [...new Set(parties.map(({ scope }) => scope))];
    // Not in one statement with the sums: its plan would read all daily counts before it knows that
    // no party is wanted.
    const { rows } = await sql<{ scope: string }>`
      select scope from unnest(${scopes}::text[]) as asked(scope)
      where not exists (select from segment s where s.scope = asked.scope and s.level = 2)
        and exists (
          select from tally t where t.scope = asked.scope offset ${sizes.maxDays}::integer
        )`.execute(db);
    const wanted = rows.map(({ scope }) => scope);
    if (wanted.length > 0) {
      await sumDays(db, sql`select scope from unnest(${wanted}::text[]) as t(scope)`);
    }
  }
}

/** Makes all segments anew, of what is counted by day and recorded. */
export async function sumAll<Tables>(db: Kysely<Tables>, sizes = usualSizes): Promise<void> {
  await sql`delete from segment`.execute(db);
  await sumDays(
    db,
    sql`select scope from tally group by scope having scope = '' or count(*) > ${sizes.maxDays}`,
  );
  // One of a day's counts is at least the sum divided by their number, so most days need not be
  // summed up.
  await divideDays(
    db,
    sql`
      select scope, day from tally
      where (scope, day) in (
        select scope, day from tally where n * ${cells.length}::integer > ${sizes.maxPart}
      )
      group by scope, day having sum(n) > ${sizes.maxPart}`,
    sizes,
  );
  await groupAllParts(db, sizes);
}
