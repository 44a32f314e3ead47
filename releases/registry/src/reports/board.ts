import { sql } from 'kysely';
import { readNewest } from '../channel/read-channel.ts';
import type { Board, BuildHealth, RecallProgress } from '../contract/board.ts';
import type { Revision } from '../contract/channel.ts';
import { readLocks } from '../locks/locks.ts';
import type { Reader } from '../store/writes.ts';
import { tabLife } from './flush.ts';

const hour = 3_600_000;

/** A channel with what open tabs say of it. `now`: milliseconds since 1970. */
export async function readBoard(db: Reader, channel: string, now: number): Promise<Board> {
  const current = await readNewest(db, channel);
  const open = new Date(now - tabLife).toISOString();
  const [since, locks, tabs, builds, recalls] = await Promise.all([
    readSince(db, current),
    readLocks(db, channel),
    countTabs(db, channel, open),
    readHealth(db, channel, current, open, new Date(now - hour).toISOString()),
    readRecalls(db, current, open),
  ]);
  return { current, since, locks, tabs, builds, recalls };
}

/** For each live build, the newest revision that made it live. */
async function readSince(db: Reader, current: Revision | null): Promise<Board['since']> {
  if (current === null) return {};
  const live = Object.entries(current.builds).map(([app, build]) => ({ app, build }));
  const { rows } = await sql<{
    app: string;
    revision: number;
    at: string;
    by: string;
    reason: string;
  }>`
    select live.app, made.*
    from json_to_recordset(${JSON.stringify(live)}::json) as live(app text, build text)
    cross join lateral (
      select revision, body ->> 'at' as at, body ->> 'by' as by, body ->> 'reason' as reason
      from revision
      where channel = ${current.channel}
        and (body -> 'moves')
          @> jsonb_build_array(jsonb_build_object('app', live.app, 'to', live.build))
        and not (body -> 'moves') @> jsonb_build_array(
          jsonb_build_object('app', live.app, 'to', live.build, 'from', live.build))
      order by revision desc
      limit 1
    ) as made`.execute(db);
  return Object.fromEntries(rows.map(({ app, ...made }) => [app, made]));
}

async function countTabs(db: Reader, channel: string, open: string): Promise<number> {
  const { n } = await db
    .selectFrom('tab')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('channel', '=', channel)
    .where('gone', '=', false)
    .where('seen_at', '>=', new Date(open))
    .executeTakeFirstOrThrow();
  return n;
}

/** Of each build that is live, a canary or recalled, that runs in a tab, or that was loaded lately. */
async function readHealth(
  db: Reader,
  channel: string,
  current: Revision | null,
  open: string,
  lately: string,
): Promise<BuildHealth[]> {
  const named = [
    ...Object.entries(current?.builds ?? {}).map(([app, build]) => ({ app, build })),
    ...Object.entries(current?.canaries ?? {}).map(([app, { build }]) => ({ app, build })),
    ...(current?.recalled ?? []),
  ];
  const { rows } = await sql<BuildHealth>`
    select app, build, sum(tabs)::bigint as tabs, sum(loads)::bigint as loads,
      sum(failures)::bigint as failures
    from (
      select key as app, value as build, 1 as tabs, 0 as loads, 0 as failures
      from tab, jsonb_each_text(running)
      where channel = ${channel} and not gone and seen_at >= ${open}::timestamptz
      union all
      select app, build, 0, loads, failures from load where minute >= ${lately}::timestamptz
      union all
      select app, build, 0, 0, 0
      from json_to_recordset(${JSON.stringify(named)}::json) as named(app text, build text)
    ) as told
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
