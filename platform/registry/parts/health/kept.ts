import { sql } from 'kysely';
import type { BuildKey } from '../../src/contract/build-key.ts';
import type { Rates } from '../../src/contract/health.ts';
import type { Reader } from '../../src/store/writes.ts';
import type { BuildFigures } from './browsers.ts';

/** The span of kept rates that counts, in milliseconds. */
const counts = 24 * 3_600_000;

/** Keeps the rates of builds for later comparisons: the last ones of each window. */
export async function keepRates(
  db: Reader,
  channel: string,
  figures: readonly BuildFigures[],
  { now, window }: { now: number; window: number },
): Promise<void> {
  if (figures.length === 0) return;
  const at = new Date(now - (now % window)).toISOString();
  await sql`
    insert into health_kept (channel, app, build, at, browsers, failed)
    select ${channel}, app, build, ${at}::timestamptz, browsers, failed
    from json_to_recordset(${JSON.stringify(figures)}::json)
      as figures(app text, build text, browsers integer, failed integer)
    order by app, build
    on conflict (channel, app, build, at) do update set
      browsers = excluded.browsers, failed = excluded.failed`.execute(db);
}

/**
 * A build's rates in the last day before `before` (milliseconds since 1970) for which any were kept. That day may be
 * long ago: a build that nobody has run since is still compared by its last rates.
 */
export async function readKept(
  db: Reader,
  channel: string,
  { app, build }: BuildKey,
  before: number,
): Promise<Rates> {
  const end = new Date(before).toISOString();
  const { rows } = await sql<Rates>`
    select coalesce(sum(browsers), 0)::bigint as browsers, coalesce(sum(failed), 0)::bigint as failed
    from (
      select browsers, failed, at, max(at) over () as newest from health_kept
      where channel = ${channel} and app = ${app} and build = ${build} and at < ${end}::timestamptz
    ) as kept
    where at > newest - ${counts}::integer * interval '1 millisecond'`.execute(db);
  return rows[0] ?? { browsers: 0, failed: 0 };
}
