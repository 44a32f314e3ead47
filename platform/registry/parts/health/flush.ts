import { sql } from 'kysely';
import type { BuildKey } from '../../src/contract/build-key.ts';
import type { Reader } from '../../src/store/writes.ts';
import type { Counts, TabNews } from './intake.ts';

/** How long a tab without reports counts as open, in milliseconds. */
export const tabLife = 150_000;
/** How many tabs the tables hold at most; further ones are not followed. */
const maxTabs = 100_000;

/**
 * Writes what tabs have reported into the tables, where the reports to several servers add up. Builds that
 * were never published are left out. `now`: milliseconds since 1970.
 *
 * Every statement that writes rows shared by servers locks them in the order of their keys, here and wherever reports
 * are written. In different orders two servers would deadlock, and the database would abort one of them.
 */
export async function flush(
  db: Reader,
  given: readonly TabNews[],
  isPublished: (build: BuildKey) => boolean,
  now: number,
): Promise<void> {
  const news = given.map((one) => ({
    ...one,
    running: Object.fromEntries(
      Object.entries(one.running).filter(([app, build]) => isPublished({ app, build })),
    ),
  }));
  const taken = await writeTabs(db, news, now);
  const heard = news.filter(({ tab }) => taken.has(tab));
  const counts = heard.flatMap(({ counts }) => [...counts.values()].filter(isPublished));
  await writeCounts(db, counts, now);
  await noteRuns(db, heard, now);
}

/** Answers the tabs whose reports are new: their sequence is beyond the one that the table has. */
async function writeTabs(
  db: Reader,
  news: readonly Pick<TabNews, 'tab' | 'channel' | 'sequence' | 'running' | 'gone'>[],
  now: number,
): Promise<Set<string>> {
  const seen = new Date(now).toISOString();
  const { rows: taken } = await sql<{ tab: string }>`
    insert into tab (tab, channel, sequence, running, gone, seen_at)
    select tab, channel, sequence, running, gone, ${seen}::timestamptz
    from json_to_recordset(${JSON.stringify(news)}::json)
      as news(tab uuid, channel text, sequence bigint, running jsonb, gone boolean)
    where (select count(*) from tab) < ${maxTabs} or tab in (select tab from tab)
    order by tab
    on conflict (tab) do update set
      channel = excluded.channel, sequence = excluded.sequence, running = excluded.running,
      gone = excluded.gone, seen_at = excluded.seen_at
      where excluded.sequence > tab.sequence
    returning tab`.execute(db);
  return new Set(taken.map(({ tab }) => tab));
}

/** Adds to the counts of builds in this minute. `now`: milliseconds since 1970. */
export async function writeCounts(
  db: Reader,
  counts: readonly Counts[],
  now: number,
): Promise<void> {
  if (counts.length === 0) return;
  const minute = new Date(now - (now % 60_000)).toISOString();
  await sql`
    insert into load (app, build, minute, loads, failures, steps, recovered)
    select app, build, ${minute}::timestamptz, sum(loads), sum(failures), sum(steps), sum(recovered)
    from json_to_recordset(${JSON.stringify(counts)}::json) as counts(app text, build text,
      loads integer, failures integer, steps integer, recovered integer)
    group by app, build
    order by app, build
    on conflict (app, build, minute) do update set
      loads = load.loads + excluded.loads, failures = load.failures + excluded.failures,
      steps = load.steps + excluded.steps,
      recovered = load.recovered + excluded.recovered`.execute(db);
  const times = counts.flatMap(({ app, build, times }) =>
    [...times].map(([step, loads]) => ({ app, build, step, loads })),
  );
  if (times.length === 0) return;
  await sql`
    insert into load_time (app, build, minute, step, loads)
    select app, build, ${minute}::timestamptz, step, sum(loads)
    from json_to_recordset(${JSON.stringify(times)}::json)
      as times(app text, build text, step smallint, loads integer)
    group by app, build, step
    order by app, build, step
    on conflict (app, build, minute, step) do update set
      loads = load_time.loads + excluded.loads`.execute(db);
}

/** Writes when each build last ran somewhere, and which tabs run one that was recalled. */
async function noteRuns(
  db: Reader,
  news: readonly Pick<TabNews, 'tab' | 'channel' | 'running'>[],
  now: number,
): Promise<void> {
  const runs = news.flatMap(({ tab, channel, running }) =>
    Object.entries(running).map(([app, build]) => ({ tab, channel, app, build })),
  );
  if (runs.length === 0) return;
  const text = JSON.stringify(runs);
  const at = new Date(now).toISOString();
  await sql`
    update build set last_run_at = ${at}::timestamptz
    from (
      select app, build from build
      where (app, build) in (
          select app, build from json_to_recordset(${text}::json) as runs(app text, build text))
        and (last_run_at is null or last_run_at < ${at}::timestamptz - interval '1 minute')
      order by app, build for no key update) as ran
    where ran.app = build.app and ran.build = build.build`.execute(db);
  await sql`
    insert into recall_tab (channel, app, build, tab)
    select recall.channel, recall.app, recall.build, runs.tab
    from json_to_recordset(${text}::json) as runs(tab uuid, channel text, app text, build text)
    join recall using (channel, app, build)
    where (select count(*) from recall_tab) < ${maxTabs}
    order by channel, app, build, tab
    on conflict do nothing`.execute(db);
}
