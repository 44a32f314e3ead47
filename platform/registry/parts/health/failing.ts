import { sql } from 'kysely';
import type { BuildKey } from '../../src/contract/build-key.ts';
import type { Rates } from '../../src/contract/health.ts';
import type { Reader } from '../../src/store/writes.ts';
import { readFigures } from './browsers.ts';
import type { HealthSettings } from './settings.ts';

/**
 * Which of these builds failed in most browsers that had them: in the window, or by their last rates if nobody has them
 * now. One of which nothing is known is not among them. `now`: milliseconds since 1970.
 */
export async function readFailing(
  db: Reader,
  channel: string,
  builds: readonly BuildKey[],
  { now, window, perNetwork }: Pick<HealthSettings, 'window' | 'perNetwork'> & { now: number },
): Promise<BuildKey[]> {
  if (builds.length === 0) return [];
  const oldest = new Date(now - window).toISOString();
  const present = await readFigures(db, channel, { since: {}, oldest }, perNetwork);
  const kept = await readLast(db, channel, builds);
  return builds.filter(({ app, build }) => {
    const isIt = (one: BuildKey) => one.app === app && one.build === build;
    const rates = present.find(isIt) ?? kept.find(isIt);
    return rates !== undefined && rates.failed * 2 > rates.browsers;
  });
}

async function readLast(
  db: Reader,
  channel: string,
  builds: readonly BuildKey[],
): Promise<(BuildKey & Rates)[]> {
  const { rows } = await sql<BuildKey & Rates>`
    select distinct on (app, build) app, build, browsers, failed
    from health_kept
    join json_to_recordset(${JSON.stringify(builds)}::json) as asked(app text, build text)
      using (app, build)
    where channel = ${channel}
    order by app, build, at desc`.execute(db);
  return rows;
}
