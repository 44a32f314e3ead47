import { sql } from 'kysely';
import type { BuildKey } from '../../src/contract/build-key.ts';
import type { KindCounts, Rates } from '../../src/contract/health.ts';
import type { Reader } from '../../src/store/writes.ts';
import { type BrowserNews, speaksAgainst } from './browser-counter.ts';
import type { Figures } from './rule.ts';
import type { Times } from './times.ts';

/** How many browsers of one network count whose cookies are new. */
const freshOf = (perNetwork: number) => Math.ceil(perNetwork / 2);
/** How many rows the table holds at most. */
const maxRows = 300_000;
/** A browser in which a build goes on running is written again after so long, in milliseconds. */
const again = 15_000;

/**
 * Writes what browsers said. A browser beyond those of its network that count is left out from the
 * start: so one machine cannot fill the table either. `now`: milliseconds since 1970.
 */
export async function writeBrowsers(
  db: Reader,
  news: readonly BrowserNews[],
  perNetwork: number,
  now: number,
): Promise<void> {
  if (news.length === 0) return;
  const rows = news.map(({ channel, app, build, reporter, kinds, steps }) => ({
    channel,
    app,
    build,
    browser: reporter.browser,
    network: reporter.network,
    bucket: reporter.bucket,
    fresh: reporter.fresh,
    sampled: reporter.sampled,
    kinds: Object.fromEntries([...kinds].map((kind) => [kind, now])),
    failed: [...kinds].some(speaksAgainst),
    ...steps,
  }));
  const at = new Date(now).toISOString();
  await sql`
    with news as (
      select * from json_to_recordset(${JSON.stringify(rows)}::json) as news(
        channel text, app text, build text, browser text, network text, bucket smallint,
        fresh boolean, sampled boolean, kinds jsonb, failed boolean, lcp smallint, inp smallint, load smallint)
    ), standing as (
      select news.*, known.browser is not null as known,
        row_number() over (
          partition by news.channel, news.app, news.build, news.network, known.browser is not null
          order by news.fresh, news.browser) as place,
        row_number() over (
          partition by news.channel, news.app, news.build, news.network, news.fresh,
            known.browser is not null
          order by news.browser) as fresh_place
      from news
      left join health_browser as known on known.channel = news.channel and known.app = news.app
        and known.build = news.build and known.browser = news.browser
    )
    insert into health_browser (channel, app, build, browser, network, bucket, fresh, sampled,
      first_seen, seen_at, failed_at, kinds, lcp, inp, load)
    select channel, app, build, browser, network, bucket, fresh, sampled, ${at}::timestamptz,
      ${at}::timestamptz, case when failed then ${at}::timestamptz end, kinds,
      lcp, inp, load
    from standing
    cross join lateral (
      select count(*) as all, count(*) filter (where kept.fresh) as fresh
      from health_browser as kept
      where not standing.known and kept.channel = standing.channel and kept.app = standing.app
        and kept.build = standing.build and kept.network = standing.network
    ) as there(there_all, there_fresh)
    where known or (
      place + there_all <= ${perNetwork}::bigint
      and (not fresh or fresh_place + there_fresh <= ${freshOf(perNetwork)}::bigint)
      and (select count(*) from health_browser) < ${maxRows}::bigint)
    order by channel, app, build, browser
    on conflict (channel, app, build, browser) do update set
      seen_at = excluded.seen_at,
      bucket = excluded.bucket,
      failed_at = coalesce(excluded.failed_at, health_browser.failed_at),
      kinds = health_browser.kinds || excluded.kinds,
      lcp = coalesce(health_browser.lcp, excluded.lcp),
      inp = coalesce(health_browser.inp, excluded.inp),
      load = coalesce(health_browser.load, excluded.load)
      where coalesce(excluded.lcp, excluded.inp, excluded.load) is not null
        or excluded.failed_at is not null or health_browser.seen_at
        < excluded.seen_at - ${again}::integer * interval '1 millisecond'`.execute(db);
}

/** What is known of one build since a moment. */
export interface BuildFigures extends BuildKey, Figures {
  /** Networks that had it. */
  heard: number;
}

/** The moment (ISO) of each app that is looked at, or else `oldest`. */
export interface Since {
  since: Readonly<Record<string, string>>;
  oldest: string;
}

/** The rows of a channel that count: for each network, only the first `perNetwork` browsers that were heard of. */
function counted(channel: string, { since, oldest }: Since, perNetwork: number) {
  const moments = Object.entries(since).map(([app, at]) => ({ app, since: at }));
  return sql`
    select * from (
      select health_browser.*, at,
        row_number() over (partition by app, build, network order by first_seen, browser) as place,
        row_number() over (
          partition by app, build, network, fresh order by first_seen, browser) as fresh_place
      from health_browser
      left join json_to_recordset(${JSON.stringify(moments)}::json)
        as moments(app text, since timestamptz) using (app)
      cross join lateral (
        select greatest(${oldest}::timestamptz, since)) as beginning(at)
      where channel = ${channel} and sampled and seen_at >= at
    ) as reported
    where place <= ${perNetwork}::bigint
      and (not fresh or fresh_place <= ${freshOf(perNetwork)}::bigint)`;
}

/** What browsers say of each build of a channel, of each app since its moment. */
export async function readFigures(
  db: Reader,
  channel: string,
  since: Since,
  perNetwork: number,
): Promise<BuildFigures[]> {
  const { rows } = await sql<BuildFigures>`
    select app, build, count(*) as browsers, count(*) filter (where failed_at >= at) as failed,
      count(distinct network) filter (where failed_at >= at) as networks,
      count(distinct network) as heard
    from (${counted(channel, since, perNetwork)}) as counted
    group by app, build
    order by app, build`.execute(db);
  return rows;
}

/** Browsers of a share, by the buckets below `below`, and the others, with the same build of an app. */
export interface ShareFigures extends BuildKey {
  share: Rates;
  others: Rates;
}

/** What browsers of a share and the others say of a build, since its moment; of a build that both have. */
export async function readShares(
  db: Reader,
  channel: string,
  since: Since,
  { shares, perNetwork }: { shares: readonly (BuildKey & { below: number })[]; perNetwork: number },
): Promise<ShareFigures[]> {
  const { rows } = await sql<BuildKey & Record<'ours' | 'failed' | 'all' | 'allFailed', number>>`
    select app, build,
      count(*) filter (where bucket < below) as ours,
      count(*) filter (where bucket < below and failed_at >= at) as failed,
      count(*) as all, count(*) filter (where failed_at >= at) as "allFailed"
    from (${counted(channel, since, perNetwork)}) as counted
    join json_to_recordset(${JSON.stringify(shares)}::json)
      as shares(app text, build text, below smallint) using (app, build)
    where bucket is not null
    group by app, build
    order by app`.execute(db);
  return rows.map(({ app, build, ours, failed, all, allFailed }) => ({
    ...{ app, build, share: { browsers: ours, failed } },
    others: { browsers: all - ours, failed: allFailed - failed },
  }));
}

/**
 * The times of each build of these apps, of browsers that came since its moment. Those that were there before would
 * be the ones that did not leave: people leave slow pages sooner.
 */
export async function readTimes(
  db: Reader,
  channel: string,
  since: Since,
  { apps, perNetwork }: { apps: readonly string[]; perNetwork: number },
): Promise<(BuildKey & { times: Times })[]> {
  const { rows } = await sql<BuildKey & { times: Times }>`
    select app, build, jsonb_object_agg(measure, steps) as times
    from (
      select app, build, measure, jsonb_agg(
        jsonb_build_object('step', step, 'browsers', browsers, 'networks', networks)) as steps
      from (
        select app, build, measure, step, count(*) as browsers,
          count(distinct network) filter (where step = slowest) as networks
        from (
          select app, build, network, measure, step,
            max(step) over (partition by app, build, measure, network) as slowest
          from (${counted(channel, since, perNetwork)}) as counted
          cross join lateral (values ('lcp', lcp), ('inp', inp), ('load', load))
            as timed(measure, step)
          where step is not null and first_seen >= at
            and app in (select json_array_elements_text(${JSON.stringify(apps)}::json))
        ) as timed
        group by app, build, measure, step
      ) as counts
      group by app, build, measure
    ) as measured
    group by app, build`.execute(db);
  return rows;
}

/** The number of browsers in which each build failed since a moment (ISO), by kind. */
export async function readKinds(
  db: Reader,
  channel: string,
  oldest: string,
): Promise<(BuildKey & { kinds: KindCounts })[]> {
  const from = Date.parse(oldest);
  const { rows } = await sql<BuildKey & { kinds: KindCounts }>`
    select app, build, jsonb_object_agg(kind, browsers) as kinds
    from (
      select app, build, kind, count(*) as browsers
      from health_browser, jsonb_each_text(kinds) as failures(kind, at)
      where channel = ${channel} and at::bigint >= ${from}::bigint
      group by app, build, kind
    ) as reported
    group by app, build`.execute(db);
  return rows;
}
