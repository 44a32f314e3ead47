import { sql } from 'kysely';
import type { Breach } from '../../src/contract/board.ts';
import type { BuildKey } from '../../src/contract/build-key.ts';
import type { BreachReport } from '../../src/reports/listener.ts';
import type { Reader } from '../../src/store/writes.ts';

type CountedBreach = BreachReport & Pick<Breach, 'reports'>;

/** How many different ones are kept between two flushes, and in the table of one build. */
const maxPending = 1_000;
const maxOfBuild = 20;

/** Counts breaches until they are flushed; which ones, whoever sends reports decides, so they are bounded. */
export function openBreaches() {
  let pending = new Map<string, CountedBreach>();
  return {
    note(breach: BreachReport): void {
      const key = `${breach.app}@${breach.build} ${breach.directive}`;
      const known = pending.get(key);
      if (known === undefined && pending.size >= maxPending) return;
      pending.set(key, { ...breach, reports: (known?.reports ?? 0) + 1 });
    },
    /** What has come in since the last drain. */
    drain(): CountedBreach[] {
      const drained = [...pending.values()];
      pending = new Map();
      return drained;
    },
  };
}

/** Writes breaches; `now`: milliseconds since 1970. */
export async function writeBreaches(
  db: Reader,
  breaches: readonly CountedBreach[],
  now: number,
): Promise<void> {
  const at = new Date(now).toISOString();
  await sql`
    insert into breach (app, build, directive, blocked, reports, first_seen, seen_at)
    select app, build, directive, blocked, reports, ${at}::timestamptz, ${at}::timestamptz
    from json_to_recordset(${JSON.stringify(breaches)}::json)
      as news(app text, build text, directive text, blocked text, reports bigint)
    where (select count(*) from breach
      where breach.app = news.app and breach.build = news.build) < ${maxOfBuild}
      or exists (select from breach where breach.app = news.app
        and breach.build = news.build and breach.directive = news.directive)
    order by app, build, directive
    on conflict (app, build, directive) do update set
      reports = breach.reports + excluded.reports, blocked = excluded.blocked,
      seen_at = excluded.seen_at`.execute(db);
}

/** The breaches of these builds, by app, build and directive. */
export async function readBreaches(db: Reader, builds: readonly BuildKey[]): Promise<Breach[]> {
  const { rows } = await sql<
    Omit<Breach, 'firstSeen' | 'lastSeen'> & Record<'first' | 'last', Date>
  >`
    select app, build, directive, blocked, reports, first_seen as first, seen_at as last
    from breach
    join json_to_recordset(${JSON.stringify(builds)}::json)
      as named(app text, build text) using (app, build)
    order by app, build, directive`.execute(db);
  return rows.map(({ first, last, ...row }) => ({
    ...row,
    firstSeen: first.toISOString(),
    lastSeen: last.toISOString(),
  }));
}
