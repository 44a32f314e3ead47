import type { Owner } from '@tallystick/contract/owner';
import { sql } from 'kysely';
import * as v from 'valibot';
import { type BuildRecord, buildRecordSchema } from '../build-record.ts';
import type { Context } from '../context.ts';
import type { BuildKey } from '../contract/build-key.ts';
import type { BuildSummary } from '../contract/history.ts';
import type { Registry } from '../registry.ts';
import type { Reader } from '../store/writes.ts';

/** What was published. */
export function openBuilds({ db, audit }: Context) {
  return {
    build: (app, build) => readBuild(db, app, build),
    isPreviewOnly: async (app, build) =>
      (await audit.follow()).builds.get(`${app}@${build}`)?.previewOnly === true,
    builds: async (app) => {
      const { builds: published, channels } = await audit.follow();
      const query = summaries(db).orderBy('published_at', 'desc').orderBy('app').orderBy('build');
      const rows = await (app === undefined ? query : query.where('app', '=', app)).execute();
      return rows.map((row) => {
        const key = `${row.app}@${row.build}`;
        const { previewOnly, provenance } = published.get(key) ?? {};
        const liveIn = [...channels].flatMap(([name, { live }]) => (live.has(key) ? [name] : []));
        return {
          ...toSummary(row),
          ...(previewOnly && { previewOnly }),
          ...(provenance && { provenance }),
          ...(liveIn.length > 0 && { liveIn }),
        };
      });
    },
  } satisfies Partial<Registry>;
}

/**
 * The record of a published build, or null.
 *
 * @throws Error if it is not what a record is
 */
export async function readBuild(
  db: Reader,
  app: string,
  build: string,
): Promise<BuildRecord | null> {
  const record = await keptRecord(db, app, build);
  return record === undefined ? null : v.parse(buildRecordSchema, record);
}

/** All builds, one after another, each with its record; null: what is kept is not what a record is. */
export async function* buildRecords(
  db: Reader,
): AsyncGenerator<BuildKey & { record: BuildRecord | null }> {
  for (const { app, build } of await buildNames(db)) {
    const parsed = v.safeParse(buildRecordSchema, await keptRecord(db, app, build));
    yield { app, build, record: parsed.success ? parsed.output : null };
  }
}

/** Names of all builds. */
export async function buildNames(db: Reader): Promise<BuildKey[]> {
  return await db.selectFrom('build').select(['app', 'build']).execute();
}

/** What is kept as the record of a build, whatever that is; undefined: there is none. */
export async function keptRecord(db: Reader, app: string, build: string): Promise<unknown> {
  const query = db.selectFrom('build').select('record').where('app', '=', app);
  return (await query.where('build', '=', build).executeTakeFirst())?.record;
}

/** Columns of a build that make its summary. */
export function summaries(db: Reader) {
  return db
    .selectFrom('build')
    .select([
      'app',
      'build',
      'size',
      'published_at',
      'published_by',
      'last_run_at',
      sql<'shell' | 'remote'>`record -> 'artifact' ->> 'kind'`.as('kind'),
      sql<number>`(select count(*) from jsonb_object_keys(record -> 'artifact' -> 'files'))`.as(
        'files',
      ),
      sql<Owner | null>`record -> 'owner'`.as('owner'),
    ]);
}

type SummaryRow = Awaited<ReturnType<ReturnType<typeof summaries>['execute']>>[number];

export function toSummary(row: Omit<SummaryRow, 'last_run_at'>): BuildSummary {
  const { app, build, kind, size, files, owner } = row;
  const publishedAt = row.published_at.toISOString();
  const summary = { app, build, kind, size, files, publishedAt, publishedBy: row.published_by };
  return owner === null ? summary : { ...summary, owner };
}
