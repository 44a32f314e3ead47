import { sql } from 'kysely';
import type { BoardQuestion } from '../../src/channel/board.ts';
import { buildsIn } from '../../src/channel/stack.ts';
import type { Board, BuildHealth, RecallProgress } from '../../src/contract/board.ts';
import type { BuildKey } from '../../src/contract/build-key.ts';
import type { Revision } from '../../src/contract/channel.ts';
import type { Reader } from '../../src/store/writes.ts';
import { readBreaches } from './breaches.ts';
import { readFigures, readKinds } from './browsers.ts';
import { tabLife } from './flush.ts';
import { readLeft } from './left.ts';
import { quantileOf } from './load-time-histogram.ts';
import type { HealthSettings } from './settings.ts';
import type { HealthTables } from './tables.ts';

const hour = 3_600_000;

/** What open tabs say of a channel. `now`: milliseconds since 1970. */
export async function readBoard(
  db: Reader,
  { channel, current }: BoardQuestion,
  now: number,
  settings: Pick<HealthSettings, 'mode' | 'rule' | 'window' | 'perNetwork' | 'sample'>,
): Promise<Pick<Board, 'tabs' | 'builds' | 'minNetworks' | 'recalls' | 'left' | 'breaches'>> {
  const open = new Date(now - tabLife).toISOString();
  const lately = new Date(now - hour).toISOString();
  const oldest = new Date(now - settings.window).toISOString();
  const [tabs, counted, recalls, left] = await Promise.all([
    countTabs(db, channel, open),
    readCounts(db, channel, current, open, lately),
    readRecalls(db, current, open),
    readLeft(db, current, oldest),
  ]);
  const [figures, kinds, times, breaches] = await Promise.all([
    readFigures(db, channel, { since: {}, oldest }, settings.perNetwork),
    readKinds(db, channel, oldest),
    readTimes(db, lately),
    readBreaches(db, counted),
  ]);
  const builds = counted.map((build): BuildHealth => {
    const isIt = (one: BuildKey) => one.app === build.app && one.build === build.build;
    const { browsers = 0, failed = 0, networks = 0 } = figures.find(isIt) ?? {};
    const steps = times.filter(isIt);
    const [median, p95] = [quantileOf(steps, 0.5), quantileOf(steps, 0.95)];
    return {
      ...build,
      // Loads are counted of a share of browsers, failures of all.
      loads: Math.round(build.loads / settings.sample),
      took: median === null || p95 === null ? null : { median, p95 },
      browsers: { browsers, failed },
      networks,
      kinds: kinds.find(isIt)?.kinds ?? {},
    };
  });
  const minNetworks = settings.mode === 'off' ? 0 : settings.rule.minNetworks;
  return { tabs, builds, minNetworks, recalls, left, breaches };
}

async function readTimes(db: Reader, lately: string) {
  const { rows } = await sql<BuildKey & { step: number; loads: number }>`
    select app, build, step, sum(loads)::bigint as loads from load_time
    where minute >= ${lately}::timestamptz
    group by app, build, step`.execute(db);
  return rows;
}

async function countTabs(db: Reader, channel: string, open: string): Promise<number> {
  const { n } = await db
    .withTables<HealthTables>()
    .selectFrom('tab')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('channel', '=', channel)
    .where('gone', '=', false)
    .where('seen_at', '>=', new Date(open))
    .executeTakeFirstOrThrow();
  return n;
}

/** Counts of each build that is live, a canary or recalled, that runs in a tab, or that was loaded lately. */
async function readCounts(
  db: Reader,
  channel: string,
  current: Revision | null,
  open: string,
  lately: string,
) {
  const named = [...(current === null ? [] : buildsIn(current)), ...(current?.recalled ?? [])];
  const { rows } = await sql<Omit<BuildHealth, 'took' | 'browsers' | 'networks' | 'kinds'>>`
    select app, build, sum(tabs)::bigint as tabs, sum(loads)::bigint as loads,
      sum(failures)::bigint as failures, sum(steps)::bigint as steps,
      sum(recovered)::bigint as recovered
    from (
      select key as app, value as build, 1 as tabs, 0 as loads, 0 as failures, 0 as steps,
        0 as recovered
      from tab, jsonb_each_text(running)
      where channel = ${channel} and not gone and seen_at >= ${open}::timestamptz
      union all
      select app, build, 0, loads, failures, steps, recovered from load where minute >= ${lately}::timestamptz
      union all
      select app, build, 0, 0, 0, 0, 0
      from json_to_recordset(${JSON.stringify(named)}::json) as named(app text, build text)
    ) as reported
    group by app, build
    order by app, build`.execute(db);
  return rows;
}

async function readRecalls(
  db: Reader,
  current: Revision | null,
  open: string,
): Promise<RecallProgress[]> {
  if (current === null) return [];
  const { rows } = await sql<Omit<RecallProgress, 'at'> & { at: Date }>`
    select recall.app, recall.build, recall.revision, recall.at,
      count(recall_tab.tab) as ran,
      count(recall_tab.tab) filter (where tab.tab is null) as left
    from recall
    join json_to_recordset(${JSON.stringify(current.recalled)}::json)
      as active(app text, build text) on active.app = recall.app and active.build = recall.build
    left join recall_tab on recall_tab.channel = recall.channel
      and recall_tab.app = recall.app and recall_tab.build = recall.build
    left join tab on tab.tab = recall_tab.tab and tab.seen_at >= ${open}::timestamptz
      and tab.running ->> recall.app = recall.build
    where recall.channel = ${current.channel}
    group by recall.app, recall.build, recall.revision, recall.at
    order by recall.revision desc, recall.app`.execute(db);
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }));
}
