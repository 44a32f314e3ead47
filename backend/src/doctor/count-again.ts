import type { PartyKind } from '@tallystick/shared/contracts/party';
import { daysPerSpan, msPerDay, partyScope } from '../ledger/scope.ts';
import type { Store } from '../store/store.ts';
import type { PartStep, Stage } from './doctor-message.ts';

/** Transfers of the days that are counted at a time, if one day alone has not more. */
const batchTransfers = 10_000;
const batchParties = 200;

interface Difference extends Record<string, unknown> {
  scope: string;
  day: number;
  form: string;
  stat: number;
  there: number;
  counted: number;
}

/** Rows of `there` and of `counted` (scope, day, form, stat, n) that say different numbers. */
const differences = (there: string, counted: string) => `
  select scope, day, form, stat, coalesce(t.n, 0)::int as there, coalesce(c.n, 0)::int as counted
  from (${there}) t full join (${counted}) c using (scope, day, form, stat)
  where coalesce(t.n, 0) <> coalesce(c.n, 0) order by scope, day limit 1000`;

/** Counts the transfers of some days again, from the day `from` on. */
export async function countDays(query: Store['query'], { from }: Stage): Promise<PartStep> {
  const bounds = `
    with days as (
      select day, sum(sum(n)) over (order by day) as sum from tally
      where scope = '' and day >= $1 group by day
    )
    select coalesce((select min(day) from days where sum > ${batchTransfers}),
      (select max(day) from days)) as last,
      (select min(crts) / ${msPerDay} from transfer where crts >= $1::bigint * ${msPerDay}) as first,
      (select max(crts) / ${msPerDay} from transfer) as newest`;
  const [found] = await query<{ last: number | null; first: number | null; newest: number | null }>(
    { text: bounds },
    [from],
  );
  const last = found?.last ?? found?.newest ?? null;
  if (last === null || last < from) return { next: null, rows: 0, findings: [] };
  const text = differences(
    `select '' as scope, (crts / ${msPerDay})::int as day, form, stat, count(*) as n from transfer
     where crts >= $1::bigint * ${msPerDay} and crts < ($2::bigint + 1) * ${msPerDay}
     group by 2, form, stat`,
    `select scope, day, form, stat, n from tally where scope = '' and day between $1 and $2`,
  );
  const rows = await query<Difference>({ text }, [from, last]);
  return { next: { table: '', from: last + 1, id: '' }, rows: 0, findings: rows.map(findingOf) };
}

/** Sums the days up again. */
export async function countSpans(query: Store['query']): Promise<PartStep> {
  const days = `floor(day / ${daysPerSpan}::float)::int as day, form`;
  const text = differences(
    `select 'forms' as scope, ${days}, 0 as stat, sum(n) as n from tally where scope = '' group by 2, form
     union all
     select 'statuses' as scope, ${days}, stat, sum(n) as n from tally where scope = '' group by 2, form, stat`,
    `select 'forms' as scope, span as day, form, 0 as stat, n from span
     union all select 'statuses' as scope, span as day, form, stat, n from status_span`,
  );
  const rows = await query<Difference>({ text }, []);
  const findings = rows.map(({ scope, day, form, stat, there, counted }) => {
    const what = scope === 'forms' ? form : `${form}, status ${stat}`;
    return `${dateOf(day * daysPerSpan)} and ${daysPerSpan - 1} days more, ${what}: ${counted} in all are counted, ${there} by days`;
  });
  return { next: null, rows: 0, findings };
}

/** Counts the transfers of some parties again, those after the party `table` (its kind) and `id`. */
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
  if (last === undefined) return { next: null, rows: 0, findings: [] };
  const idsOf = (...kinds: string[]) =>
    parties.filter((party) => kinds.includes(party.kind)).map((party) => party.id);
  const grouped = (scope: string, where: string) => `
    select ${scope} as scope, (crts / ${msPerDay})::int as day, form, stat, count(*) as n
    from transfer where ${where} group by 1, 2, form, stat`;
  const text = differences(
    [
      grouped(`'user/' || debt`, `debt = any($1::text[])`),
      grouped(`'creator/' || cred`, `cred = any($2::text[]) and form = 'asset'`),
      grouped(`'consumer/' || cred`, `cred = any($3::text[]) and form = 'data'`),
    ].join(' union all '),
    `select scope, day, form, stat, n from tally where scope = any($4::text[])`,
  );
  const [users, creators, consumers] = [
    idsOf('user'),
    idsOf('creator'),
    idsOf('consumer', 'checker'),
  ];
  const scopes = parties.map(partyScope);
  const rows = await query<Difference>({ text }, [users, creators, consumers, scopes]);
  return {
    next: { table: last.kind, from: 0, id: last.id },
    rows: 0,
    findings: rows.map(findingOf),
  };
}

/** `user/ada, 2016-01-25, asset, status 6: 12 transfers are there, 13 are counted`. */
function findingOf({ scope, day, form, stat, there, counted }: Difference): string {
  const whose = scope === '' ? '' : `${scope}, `;
  return `${whose}${dateOf(day)}, ${form}, status ${stat}: ${there} transfers are there, ${counted} are counted`;
}

const dateOf = (day: number) => new Date(day * msPerDay).toISOString().slice(0, 10);
