import { sql } from 'kysely';
import type { BuildKey } from '../../src/contract/build-key.ts';
import type { Reader } from '../../src/store/writes.ts';

/** How many errors that are not kept are counted of one app. */
const maxMissed = 1_000;

/** An error that was reported and is not kept; `key` is a hash of how it was reported. */
export interface MissedError extends BuildKey {
  key: string;
}

/** Notes errors that are not kept. `now`: milliseconds since 1970. */
export async function writeMissed(
  db: Reader,
  missed: readonly MissedError[],
  now: number,
): Promise<void> {
  if (missed.length === 0) return;
  const at = new Date(now).toISOString();
  await sql`
    insert into missed_error (app, build, key, seen_at)
    select app, build, key, ${at}::timestamptz
    from (
      select distinct app, build, key,
        dense_rank() over (partition by app order by build, key) as place
      from json_to_recordset(${JSON.stringify(missed)}::json)
        as news(app text collate "C", build text collate "C", key text collate "C")
    ) as news
    where exists (select from missed_error as known where known.app = news.app
        and known.build = news.build and known.key = news.key)
      or place + (select count(*) from missed_error as kept where kept.app = news.app)
        <= ${maxMissed}
    order by app, build, key
    on conflict (app, build, key) do update set seen_at = excluded.seen_at`.execute(db);
}

/** How many errors of an app, or of one of its builds, are not kept: up to 1,000. The same in two builds is one. */
export async function countMissed(
  db: Reader,
  app: string,
  build: string | undefined,
): Promise<number> {
  const { rows } = await sql<{ errors: number }>`
    select count(distinct key) as errors from missed_error as missed
    where app = ${app} and build = coalesce(${build ?? null}::text, build)
      and not exists (select from page_error as kept where kept.app = missed.app
        and kept.build = missed.build and kept.key = missed.key)`.execute(db);
  return rows[0]?.errors ?? 0;
}
