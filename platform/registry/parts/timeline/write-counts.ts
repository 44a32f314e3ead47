import { sql } from 'kysely';
import type { Reader } from '../../src/store/writes.ts';
import { rangeNames, ranges } from './contract/timeline.ts';
import type { NewCounts } from './intake.ts';

/** How many rows the table holds at most. A build that is live for a month has 385. */
const maxRows = 100_000;

/** Adds to the bucket of each length that is now, where the reports to several servers add up. `now`: milliseconds. */
export async function writeCounts(
  db: Reader,
  counts: readonly NewCounts[],
  now: number,
): Promise<void> {
  if (counts.length === 0) return;
  const buckets = rangeNames.map((name) => {
    const { step, buckets: many } = ranges[name];
    const at = now - (now % step);
    const until = new Date(at + (many + 1) * step).toISOString();
    return { step: step / 1_000, at: new Date(at).toISOString(), until };
  });
  await sql`
    insert into timeline (channel, app, build, step, at, kept_until, loads, failures, lcp, inp)
    select channel, app, build, step, at, until, loads, failures, lcp, inp
    from json_to_recordset(${JSON.stringify(counts)}::json) as counts(channel text, app text,
      build text, loads integer, failures integer, lcp integer[], inp integer[])
    cross join json_to_recordset(${JSON.stringify(buckets)}::json)
      as buckets(step integer, at timestamptz, until timestamptz)
    where (select count(*) from timeline) < ${maxRows}
    order by channel, app, step, at, build
    on conflict (channel, app, step, at, build) do update set
      loads = timeline.loads + excluded.loads,
      failures = timeline.failures + excluded.failures,
      lcp = ${added('lcp')}, inp = ${added('inp')}`.execute(db);
}

/** One histogram and another, bucket by bucket. */
const added = (column: 'lcp' | 'inp') => sql`(
  select array_agg(had + came order by bucket)
  from unnest(timeline.${sql.ref(column)}, excluded.${sql.ref(column)})
    with ordinality as both_of(had, came, bucket))`;
