import { sql } from 'kysely';
import type { Reader } from '../../src/store/writes.ts';
import type { ErrorNews } from './error-news.ts';
import { type MissedError, writeMissed } from './missed-errors.ts';

/** How many errors are kept of an app; of more, those that were seen last. */
const maxOfApp = 200;
/** How many errors of an app may be new from one network in a day, and how many are kept in all. */
const newOfNetwork = 20;
const maxErrors = 20_000;
/** How many rows the table of browsers holds at most. */
const maxBrowsers = 100_000;
const day = 86_400_000;

/**
 * Writes what pages said of errors, and forgets the least recently seen of an app that has too many. Notes which are
 * not kept, `missed` among them.
 */
export async function writeErrors(
  db: Reader,
  { news, missed }: { news: readonly ErrorNews[]; missed: readonly MissedError[] },
  perNetwork: number,
  now: number,
): Promise<void> {
  const left = await writeGroups(db, news, now);
  await writeBrowsers(db, news, perNetwork, now);
  const forgotten = await forgetOldest(db, news);
  await writeMissed(db, [...missed, ...left, ...forgotten], now);
}

/** Deletes what an app has too many of; answers these. */
async function forgetOldest(db: Reader, news: readonly ErrorNews[]): Promise<MissedError[]> {
  const apps = JSON.stringify([...new Set(news.map(({ app }) => app))]);
  const { rows } = await sql<MissedError>`
    delete from page_error using (
      select app, build, key from page_error
      join (
        select app, build, key,
          row_number() over (partition by app order by seen_at desc, key) as place
        from page_error where app in (select json_array_elements_text(${apps}::json))
      ) as seen using (app, build, key)
      where place > ${maxOfApp}
      order by app, build, key for update of page_error
    ) as old
    where page_error.app = old.app and page_error.build = old.build
      and page_error.key = old.key
    returning page_error.app, page_error.build, page_error.key`.execute(db);
  return rows;
}

/** Answers the errors that were not taken. */
async function writeGroups(
  db: Reader,
  news: readonly ErrorNews[],
  now: number,
): Promise<MissedError[]> {
  const at = new Date(now).toISOString();
  const yesterday = new Date(now - day).toISOString();
  const rows = news.map(({ browsers: _, ...row }) => row);
  const { rows: taken } = await sql<MissedError>`
    with news as (
      select news.*, row_number() over (partition by app, network, known order by key) as place
      from (
        select news.*, exists (select from page_error as kept where kept.app = news.app
          and kept.build = news.build and kept.key = news.key) as known
        from json_to_recordset(${JSON.stringify(rows)}::json)
          as news(app text collate "C", build text collate "C", key text collate "C", report jsonb,
            network text, reports bigint)) as news
    )
    insert into page_error (app, build, key, report, network, first_seen, seen_at, reports, browsers)
    select app, build, key, report, network, ${at}::timestamptz, ${at}::timestamptz, reports, 0
    from news
    where known
      or (place + (select count(*) from page_error as new where new.app = news.app
          and new.network = news.network and new.first_seen > ${yesterday}::timestamptz)
          <= ${newOfNetwork}
        and (select count(*) from page_error) < ${maxErrors})
    order by app, build, key
    on conflict (app, build, key) do update set
      seen_at = excluded.seen_at, reports = page_error.reports + excluded.reports
    returning app, build, key`.execute(db);
  const kept = new Set(taken.map(nameOf));
  return news
    .filter((one) => !kept.has(nameOf(one)))
    .map(({ app, build, key }) => ({ app, build, key }));
}

const nameOf = ({ app, build, key }: MissedError) => `${app}@${build} ${key}`;

/** A browser counts once a day, and of one network as many as count for the health of a build. */
async function writeBrowsers(
  db: Reader,
  news: readonly ErrorNews[],
  perNetwork: number,
  now: number,
): Promise<void> {
  const at = new Date(now).toISOString();
  const rows = news.flatMap(({ app, build, key, browsers }) =>
    [...browsers].map(([browser, network]) => ({ app, build, key, browser, network })),
  );
  await sql`
    with news as (
      select news.*, row_number() over (
        partition by news.app, news.build, news.key, news.network order by browser) as place
      from json_to_recordset(${JSON.stringify(rows)}::json)
        as news(app text, build text, key text, browser text, network text)
      join page_error as error on error.app = news.app and error.build = news.build
        and error.key = news.key
      where not exists (select from page_error_browser as known where known.app = news.app
        and known.build = news.build and known.key = news.key and known.browser = news.browser)
    ), counted as (
      insert into page_error_browser (app, build, key, browser, network, seen_at)
      select app, build, key, browser, network, ${at}::timestamptz from news
      where place + (select count(*) from page_error_browser as kept where kept.app = news.app
          and kept.build = news.build and kept.key = news.key and kept.network = news.network)
          <= ${perNetwork}::bigint
        and (select count(*) from page_error_browser) < ${maxBrowsers}
      order by app, build, key, browser
      on conflict do nothing
      returning app, build, key
    )
    update page_error set browsers = page_error.browsers + more
    from (
      select app, build, key, more
      from (select app, build, key, count(*) as more from counted group by app, build, key) as counts
      join page_error as error using (app, build, key)
      order by app, build, key for no key update of error) as sums
    where page_error.app = sums.app and page_error.build = sums.build
      and page_error.key = sums.key`.execute(db);
}
