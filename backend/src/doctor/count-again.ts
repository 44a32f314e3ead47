import type { PartyKind } from '@tallystick/shared/contracts/party';
import { isoDate, utcDay } from '@tallystick/shared/format/utc-date';
import { listedByPair } from '../ledger/pair-segments.ts';
import { daysPerSpan, msPerDay, partyScope } from '../ledger/scope.ts';
import { cellSql, listedIn, msPerSpan, ofCell } from '../ledger/segments.ts';
import type { Store } from '../store/store.ts';
import type { PartStep, Stage } from './examination.ts';

/** How many transfers are counted at a time; a single day may have more. */
const batchTransfers = 10_000;
const batchParties = 200;
/**
 * Scopes whose sums are checked at a time, and parts of days, which have some thousand transfers
 * each.
 */
const batchSpans = 20;
const batchSegments = 8;

const end: PartStep = { next: null, findings: [] };

interface Difference extends Record<string, unknown> {
  scope: string;
  day: number;
  form: string;
  stat: number;
  there: number;
  counted: number;
}

/** Rows of `there` and `counted` with the same `keys` and different numbers `n`. */
const differences = (keys: string, there: string, counted: string) => `
  select ${keys}, coalesce(t.n, 0)::int as there, coalesce(c.n, 0)::int as counted
  from (${there}) t full join (${counted}) c using (${keys})
  where coalesce(t.n, 0) <> coalesce(c.n, 0) order by ${keys} limit 1000`;
const byDay = 'scope, day, form, stat';
const bySegment = 'scope, crts, item, cell';

/** Counts the transfers of some days again, from the day `from` on. */
export async function countDays(query: Store['query'], { from }: Stage): Promise<PartStep> {
  const bounds = `
    with days as (
      select day, sum(sum(n)) over (order by day) as sum from tally
      where scope = '' and day >= $1 group by day
    )
    select coalesce((select min(day) from days where sum > ${batchTransfers}),
      (select max(day) from days)) as last,
      (select max(crts) / ${msPerDay} from transfer) as newest`;
  const [found] = await query<{ last: number | null; newest: number | null }>({ text: bounds }, [
    from,
  ]);
  const last = found?.last ?? found?.newest ?? null;
  if (last === null || last < from) return end;
  const text = differences(
    byDay,
    `select '' as scope, (crts / ${msPerDay})::int as day, form, stat, count(*) as n from transfer
     where crts >= $1::bigint * ${msPerDay} and crts < ($2::bigint + 1) * ${msPerDay}
     group by 2, form, stat`,
    `select scope, day, form, stat, n from tally where scope = '' and day between $1 and $2`,
  );
  const rows = await query<Difference>({ text }, [from, last]);
  return { next: { table: '', from: last + 1, id: '' }, findings: rows.map(findingOf) };
}

/**
 * Sums up again the days of some scopes and the transfers of some pairs: those that have sums, in
 * order, after the scope `id`. With `from` 0 it begins at the first scope, everything.
 */
export async function countSpans(query: Store['query'], { from, id }: Stage): Promise<PartStep> {
  const wanted = `
    select scope from segment where level in (1, 3) and scope ${from === 0 ? '>=' : '>'} $1
    group by scope order by scope limit ${batchSpans}`;
  const [of] = await query<{ last: string | null }>(
    { text: `select max(scope) as last from (${wanted}) as wanted` },
    [id],
  );
  const last = of?.last ?? null;
  if (last === null) return end;
  const text = differences(
    bySegment,
    `select scope, day / ${daysPerSpan} * ${msPerSpan} as crts, '' as item, ${cellSql} as cell, sum(n) as n
     from (
       select scope, day, form, stat, n from tally join (${wanted}) as wanted using (scope)
       union all
       select p.scope, crts / ${msPerDay}, form, stat, 1
       from (${wanted}) as p cross join lateral (${listedByPair}) as t
     ) as t group by 1, 2, 4`,
    `select scope, crts, item, cell, t.n
     from segment join (${wanted}) as wanted using (scope)
     cross join unnest(segment.n) with ordinality as t (n, cell) where level in (1, 3)`,
  );
  const cells = (segments: string, columns: string) => `
    select ${columns}, cell, sum(t.n) as n from (${segments}) as s
    cross join unnest(s.n) with ordinality as t (n, cell) group by 1, 2, 3, 4`;
  const wide = daysPerSpan ** 2;
  const wideText = differences(
    bySegment,
    cells(
      `select segment.* from segment join (${wanted}) as wanted using (scope) where level = 1`,
      `scope, crts / ${wide * msPerDay}::bigint * ${wide * msPerDay}::bigint as crts, item`,
    ),
    cells(
      `select segment.* from segment join (${wanted}) as wanted using (scope) where level = 4`,
      'scope, crts, item',
    ),
  );
  const findingOver = (days: number) => (row: SegmentDifference) => {
    const when = `${dateOf(row.crts / msPerDay)} and ${days - 1} days more`;
    const there = row.scope.startsWith('pair/') ? 'transfers are there' : 'by days';
    return `${whoseOf(row)}${when}, ${kindOf(row)}: ${row.counted} in all are counted, ${row.there} ${there}`;
  };
  const findings = [
    ...(await query<SegmentDifference>({ text }, [id])).map(findingOver(daysPerSpan)),
    ...(await query<SegmentDifference>({ text: wideText }, [id])).map(findingOver(wide)),
  ];
  return { next: { table: '', from: 1, id: last }, findings };
}

/**
 * Counts again the transfers in some parts of divided days: those after the part with the scope
 * `table`, the time `from` and the item `id`.
 */
export async function countParts(
  query: Store['query'],
  { table: scope, from, id }: Stage,
): Promise<PartStep> {
  const after = [scope, from, id];
  const dayEnd = `(s.crts / ${msPerDay} + 1) * ${msPerDay}`;
  /** Segments `s` of a level, each with the next one of its day, or the end of that. */
  const bounded = (level: number, segments: string) => `
    select s.*, coalesce(e.crts, ${dayEnd}) as next_crts, coalesce(e.item, '') as next_item
    from (${segments}) as s left join lateral (
      select e.crts, e.item from segment e
      where e.scope = s.scope and e.level = ${level} and (e.crts, e.item) > (s.crts, s.item)
        and e.crts < ${dayEnd}
      order by e.crts, e.item limit 1
    ) as e on true`;
  const some = `
    select * from segment where level = 0 and (scope, level, crts, item) > ($1, 0, $2, $3)
    order by scope, crts, item limit ${batchSegments}`;
  const parts = bounded(0, some);
  const [last] = await query<{ scope: string; crts: number; item: string }>(
    { text: `select * from (${parts}) as p order by scope desc, crts desc, item desc limit 1` },
    after,
  );
  if (last === undefined) return end;
  const text = differences(
    bySegment,
    `select p.scope, p.crts, p.item, ${cellSql} as cell, count(*) as n
     from (${parts}) as p cross join lateral (${listedIn}) as t group by 1, 2, 3, 4`,
    `select scope, crts, item, cell, t.n
     from (${parts}) as p cross join unnest(p.n) with ordinality as t (n, cell)`,
  );
  // A group of parts is checked together with its first part.
  const groups = `
    select g.* from segment g join (${some}) as p using (scope, crts, item) where g.level = 5`;
  const ofGroups = differences(
    bySegment,
    `select p.scope, p.crts, p.item, cell, sum(t.n) as n
     from (${bounded(5, groups)}) as p join segment s on s.scope = p.scope and s.level = 0
       and (s.crts, s.item) >= (p.crts, p.item) and (s.crts, s.item) < (p.next_crts, p.next_item)
     cross join unnest(s.n) with ordinality as t (n, cell) group by 1, 2, 3, 4`,
    `select scope, crts, item, cell, t.n
     from (${groups}) as p cross join unnest(p.n) with ordinality as t (n, cell)`,
  );
  const findingBy = (there: string) => (row: SegmentDifference) => {
    const at = `from ${isoDate(row.crts) ?? row.crts} ${row.item}`.trim();
    return `${whoseOf(row)}${at}, ${kindOf(row)}: ${row.there} ${there}, ${row.counted} are counted`;
  };
  const findings = [
    ...(await query<SegmentDifference>({ text }, after)).map(findingBy('transfers are there')),
    ...(await query<SegmentDifference>({ text: ofGroups }, after)).map(findingBy('by parts')),
  ];
  return { next: { table: last.scope, from: last.crts, id: last.item }, findings };
}

interface SegmentDifference extends Record<string, unknown> {
  scope: string;
  crts: number;
  item: string;
  cell: number;
  there: number;
  counted: number;
}

/**
 * Counts again the transfers of some parties: those after the party with the kind `table` and the
 * id `id`.
 */
export async function countParties(
  query: Store['query'],
  { table: kind, id }: Stage,
): Promise<PartStep> {
  const parties = await query<{ kind: PartyKind; id: string }>(
    {
      text: `select kind, id from party where (kind, id) > ($1, $2) order by kind, id
        limit ${batchParties}`,
    },
    [kind, id],
  );
  const last = parties.at(-1);
  if (last === undefined) return end;
  const idsOf = (...kinds: string[]) =>
    parties.filter((party) => kinds.includes(party.kind)).map((party) => party.id);
  const grouped = (scope: string, where: string) => `
    select ${scope} as scope, (crts / ${msPerDay})::int as day, form, stat, count(*) as n
    from transfer where ${where} group by 1, 2, form, stat`;
  const text = differences(
    byDay,
    [
      grouped(`'user/' || debt`, `debt = any($1::text[])`),
      grouped(`'creator/' || cred`, `cred = any($2::text[]) and form = 'asset'`),
      grouped(`'consumer/' || cred`, `cred = any($3::text[]) and form = 'data'`),
    ].join(' union all '),
    `select scope, day, form, stat, n from tally where scope = any($4::text[])`,
  );
  const ids = [idsOf('user'), idsOf('creator'), idsOf('consumer', 'checker')];
  const rows = await query<Difference>({ text }, [...ids, parties.map(partyScope)]);
  const next = { table: last.kind, from: 0, id: last.id };
  return { next, findings: rows.map(findingOf) };
}

/** `user/ada, 2016-01-25, asset, status 6: 12 transfers are there, 13 are counted`. */
function findingOf({ scope, day, form, stat, there, counted }: Difference): string {
  return `${whoseOf({ scope })}${dateOf(day)}, ${form}, status ${stat}: ${there} transfers are there, ${counted} are counted`;
}

const whoseOf = ({ scope }: { scope: string }) => (scope === '' ? '' : `${scope}, `);
const kindOf = ({ cell }: { cell: number }) => `${ofCell(cell).form}, status ${ofCell(cell).stat}`;
/** A damaged row may have a day that no date can name. */
const dateOf = (day: number) => utcDay(day * msPerDay) ?? `day ${day}`;
