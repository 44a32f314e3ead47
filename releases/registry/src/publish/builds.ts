import { sql } from 'kysely';
import type { BuildSummary } from '../contract/history.ts';
import type { Registry } from '../registry.ts';
import type { Reader } from '../store/writes.ts';
import { readBuild } from './publish.ts';

/** What was published. */
export function openBuilds(db: Reader): Pick<Registry, 'build' | 'builds'> {
  return {
    build: (app, build) => readBuild(db, app, build),
    builds: async (app) => {
      const query = summaries(db).orderBy('published_at', 'desc').orderBy('app').orderBy('build');
      const rows = await (app === undefined ? query : query.where('app', '=', app)).execute();
      return rows.map(toSummary);
    },
  };
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
    ]);
}

export function toSummary(row: {
  app: string;
  build: string;
  kind: 'shell' | 'remote';
  size: number;
  files: number;
  published_at: Date;
  published_by: string;
}): BuildSummary {
  const { app, build, kind, size, files } = row;
  const publishedAt = row.published_at.toISOString();
  return { app, build, kind, size, files, publishedAt, publishedBy: row.published_by };
}
