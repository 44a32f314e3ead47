import { sql } from 'kysely';
import { digestOf } from '../audit/digest-of.ts';
import type { Replay } from '../audit/replay.ts';
import type { BuildRecord } from '../build-record.ts';
import type { Revision } from '../contract/channel.ts';
import { readBuild } from '../publish/builds.ts';
import { Altered } from '../store/damaged.ts';
import type { Reader } from '../store/writes.ts';

/**
 * The record of a build as it was published.
 *
 * @throws Altered if the one that is kept is another
 */
export function provenBuild({ builds }: Replay, record: BuildRecord): BuildRecord {
  const { app, build } = record.artifact;
  const name = `${app}@${build}`;
  if (builds.get(name)?.record === digestOf(record)) return record;
  throw new Altered(`${name} is not what was published`);
}

/**
 * Name of the shell among the apps of a revision; null if its build is gone.
 *
 * @throws Altered if what is kept of it is not what was published
 */
export async function shellOf(
  db: Reader,
  replay: Replay,
  { builds }: Revision,
): Promise<string | null> {
  const found = await db
    .selectFrom('build')
    .select(['app', 'build'])
    .where(sql<boolean>`record -> 'artifact' ->> 'kind' = 'shell'`)
    .where((given) =>
      given.or(Object.entries(builds).map(([app, build]) => given.and({ app, build }))),
    )
    .executeTakeFirst();
  const record = found === undefined ? null : await readBuild(db, found.app, found.build);
  return record === null ? null : provenBuild(replay, record).artifact.app;
}
