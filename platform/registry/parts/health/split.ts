import { sql } from 'kysely';
import type { Revision } from '../../src/contract/channel.ts';
import type { Split } from '../../src/contract/health.ts';
import type { Reader } from '../../src/store/writes.ts';
import { logBeta } from './evidence.ts';

/** New networks, and those of them whose first browser got the canary. */
export interface SplitCounts {
  networks: number;
  canary: number;
}

/**
 * Whether other browsers get a canary than were asked for; then they may differ in more than the build. Null: not so.
 *
 * It is the sequential multinomial test of Lindon and Malek (NeurIPS 2022) for two kinds: 1 over a chance however long
 * one looks.
 *
 * @param percent the share of browsers that was asked for
 * @param chance how often a good split may ever be taken for broken
 */
export function brokenSplit(
  { networks, canary }: SplitCounts,
  percent: number,
  chance: number,
): Split | null {
  if (percent >= 100) return null;
  const asked = percent / 100;
  const others = networks - canary;
  const evidence =
    logBeta(1 + canary, 1 + others) - canary * Math.log(asked) - others * Math.log(1 - asked);
  if (evidence < -Math.log(chance)) return null;
  return { asked: percent, came: Math.round((1_000 * canary) / networks) / 10, networks };
}

/** Milliseconds after which a canary reaches new pages of all servers. */
const settled = 30_000;

/**
 * Counts how the networks are split that came since the app's moment (`since`, ISO), each by its first browser. The
 * table has not all browsers of a network that was there before, and not all further ones.
 */
export async function readSplits(
  db: Reader,
  { channel, canaries }: Pick<Revision, 'channel' | 'canaries'>,
  since: Readonly<Record<string, string>>,
): Promise<Map<string, SplitCounts>> {
  const asked = Object.entries(canaries).map(([app, { build }]) => ({
    app,
    build,
    at: since[app],
  }));
  const { rows } = await sql<{ app: string } & SplitCounts>`
    with asked as (
      select * from json_to_recordset(${JSON.stringify(asked)}::json)
        as asked(app text, build text, at timestamptz)
    ), came as (
      select asked.app, network, browser, min(first_seen) as first, bool_and(fresh and sampled) as counts,
        bool_or(reported.build = asked.build) as is_canary
      from health_browser as reported join asked on asked.app = reported.app
      where channel = ${channel}
      group by asked.app, network, browser
    ), firsts as (
      select distinct on (app, network) * from came order by app, network, first, browser
    )
    select app, count(*) as networks, count(*) filter (where is_canary) as canary
    from firsts join asked using (app)
    where counts and first >= at + ${settled}::integer * interval '1 millisecond'
    group by app`.execute(db);
  return new Map(rows.map(({ app, ...counts }) => [app, counts]));
}
