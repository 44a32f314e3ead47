import { sql } from 'kysely';
import type { Board, Thrown } from '../../src/contract/board.ts';
import type { BuildKey } from '../../src/contract/build-key.ts';
import type { Reader } from '../../src/store/writes.ts';
import { type ErrorGroup, placeOf, placeWords, type SourceFrame } from './contract/page-errors.ts';
import type { ErrorTables } from './tables.ts';

/** The groups of errors of an app, the one seen last first; of those alone that were in `build`. */
export async function readErrors(
  db: Reader,
  app: string,
  build: string | undefined,
): Promise<ErrorGroup[]> {
  const rows = await db
    .withTables<ErrorTables>()
    .selectFrom('page_error')
    .selectAll()
    .where('app', '=', app)
    .where('fingerprint', 'is not', null)
    .orderBy('seen_at', 'desc')
    .orderBy('first_seen', 'desc')
    .execute();
  const groups = Map.groupBy(rows, ({ fingerprint }) => fingerprint ?? '');
  const found = [...groups].flatMap(([fingerprint, all]): ErrorGroup[] => {
    const [newest] = all;
    if (newest === undefined) return [];
    const builds = [...Map.groupBy(all, (row) => row.build)].map(([of, own]) => ({
      build: of,
      browsers: sumOf(own, 'browsers'),
      firstSeen: new Date(Math.min(...own.map(({ first_seen }) => +first_seen))).toISOString(),
      lastSeen: new Date(Math.max(...own.map(({ seen_at }) => +seen_at))).toISOString(),
    }));
    return [
      {
        fingerprint,
        name: newest.report.name,
        message: newest.report.message,
        frames: newest.frames ?? [],
        began: {
          build: newest.began_build ?? newest.build,
          at: (newest.began_at ?? newest.first_seen).toISOString(),
        },
        lastSeen: newest.seen_at.toISOString(),
        browsers: sumOf(all, 'browsers'),
        reports: sumOf(all, 'reports'),
        builds: builds.sort((one, other) => (one.firstSeen < other.firstSeen ? 1 : -1)),
      },
    ];
  });
  return build === undefined
    ? found
    : found.filter(({ builds }) => builds.some((one) => one.build === build));
}

function sumOf(
  rows: readonly Record<'browsers' | 'reports', number>[],
  field: 'browsers' | 'reports',
) {
  return rows.reduce((sum, row) => sum + row[field], 0);
}

/** How many groups of each app began since its live build is live, and were in that; none: not in it. */
export async function countNewErrors(
  db: Reader,
  since: Board['since'],
  builds: Readonly<Record<string, string>>,
): Promise<Record<string, number>> {
  const live = Object.entries(since).map(([app, { at }]) => ({ app, at, build: builds[app] }));
  const { rows } = await sql<{ app: string; groups: number }>`
    select app, count(distinct fingerprint) as groups from page_error
    join json_to_recordset(${JSON.stringify(live)}::json)
      as live(app text, build text, at timestamptz) using (app, build)
    where began_at >= at and fingerprint is not null
    group by app order by app`.execute(db);
  return Object.fromEntries(rows.map(({ app, groups }) => [app, groups]));
}

/** For each of these builds, the error that the most browsers had since a moment (ISO); none: it threw nothing. */
export async function readThrown(
  db: Reader,
  builds: readonly BuildKey[],
  since: string,
): Promise<Thrown[]> {
  const { rows } = await sql<BuildKey & { message: string; frames: SourceFrame[] | null }>`
    select distinct on (app, build) app, build, report ->> 'message' as message, frames
    from page_error
    join json_to_recordset(${JSON.stringify(builds)}::json)
      as given(app text, build text) using (app, build)
    where seen_at >= ${since}::timestamptz
    order by app, build, browsers desc, seen_at desc`.execute(db);
  return rows.map(({ app, build, message, frames }) => ({
    ...{ app, build, message },
    place: placeWords(placeOf(frames ?? [])),
  }));
}
