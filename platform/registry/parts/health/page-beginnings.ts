import { sql } from 'kysely';
import type { BuildKey } from '../../src/contract/build-key.ts';
import type { PartContext } from '../../src/part/part.ts';
import type { Listener, PageBeginning } from '../../src/reports/listener.ts';
import type { Reporter } from '../../src/reports/reporter.ts';
import type { Reader } from '../../src/store/writes.ts';
import type { BrowserNews } from './browser-counter.ts';
import { writeBrowsers } from './browsers.ts';
import { writeCounts } from './flush.ts';

/** Milliseconds within which a page that began says that it runs, or goes. */
export const beginningLimit = 30_000;
/** How many pages are kept between two flushes, and in all. */
const maxPending = 10_000;
const maxRows = 100_000;

interface Begun extends PageBeginning, Pick<Reporter, 'browser' | 'network' | 'bucket' | 'fresh'> {}

/** Hears which pages began, and which of them run. Most do both between two flushes, and are never written. */
export function beginningListener({ db, now }: Pick<PartContext, 'db' | 'now'>): Listener {
  let begun = new Map<string, Begun>();
  let running = new Set<string>();
  return {
    pageBegan: (beginning, { browser, network, bucket, fresh, sampled }) => {
      if (!sampled || begun.size >= maxPending) return;
      begun.set(beginning.page, { ...beginning, browser, network, bucket, fresh });
    },
    pageRuns: (page) => {
      if (begun.delete(page) || running.size >= maxPending) return;
      running.add(page);
    },
    drain: () => {
      const news = { begun: [...begun.values()], running: [...running] };
      begun = new Map();
      running = new Set();
      if (news.begun.length + news.running.length === 0) return null;
      return async (isPublished) => {
        await writeBegun(db, news.begun.filter(isPublished), now());
        await writeRunning(db, news.running, now());
      };
    },
  };
}

async function writeBegun(db: Reader, begun: readonly Begun[], now: number): Promise<void> {
  if (begun.length === 0) return;
  const at = new Date(now).toISOString();
  await sql`
    insert into page_beginning (page, began_at, runs, channel, app, build, browser, network, bucket,
      fresh)
    select page, ${at}::timestamptz, false, channel, app, build, browser, network, bucket, fresh
    from json_to_recordset(${JSON.stringify(begun)}::json) as news(page text, channel text,
      app text, build text, browser text, network text, bucket smallint, fresh boolean)
    where (select count(*) from page_beginning) < ${maxRows}
    order by page
    on conflict (page) do nothing`.execute(db);
}

async function writeRunning(db: Reader, running: readonly string[], now: number): Promise<void> {
  if (running.length === 0) return;
  const at = new Date(now).toISOString();
  await sql`
    insert into page_beginning (page, began_at, runs)
    select page, ${at}::timestamptz, true
    from json_array_elements_text(${JSON.stringify(running)}::json) as news(page)
    where (select count(*) from page_beginning) < ${maxRows}
    order by page
    on conflict (page) do update set runs = true`.execute(db);
}

/**
 * Counts pages that began and were not heard of in time as failures of their builds: their code never came to an end.
 * Those of long ago are not counted: the registry was away, and could not hear of them.
 *
 * @param perNetwork how many browsers of one network count for one build
 * @param now milliseconds since 1970
 */
export async function countUnended(db: Reader, perNetwork: number, now: number): Promise<void> {
  const late = new Date(now - beginningLimit).toISOString();
  // Each is deleted by one process, which counts it.
  const { rows } = await sql<Begun & { runs: boolean; began_at: Date }>`
    delete from page_beginning where began_at < ${late}::timestamptz returning *`.execute(db);
  const away = now - 3 * beginningLimit;
  const unended = rows.filter(({ runs, began_at }) => !runs && began_at.getTime() >= away);
  const news = unended.map(
    ({ channel, app, build, browser, network, bucket, fresh }): BrowserNews => ({
      ...{ channel, app, build, kinds: new Set(['boot'] as const), steps: {} },
      reporter: { browser, network, bucket, fresh, sampled: true, served: null },
    }),
  );
  await writeBrowsers(db, news, perNetwork, now);
  const nothing = { loads: 0, steps: 0, recovered: 0, times: new Map() };
  const counts = unended.map(({ app, build }: BuildKey) => ({
    app,
    build,
    failures: 1,
    ...nothing,
  }));
  await writeCounts(db, counts, now);
}
