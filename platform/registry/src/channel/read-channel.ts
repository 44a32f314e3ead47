import { contractFile } from '@tallystick/contract/build-contract';
import { integrityOf } from '@tallystick/contract/file-hashes';
import { sql } from 'kysely';
import * as v from 'valibot';
import { newestOf, provenRevision, type Replay } from '../audit/replay.ts';
import type { BuildKey } from '../contract/build-key.ts';
import type { Revision } from '../contract/channel.ts';
import { parseContract } from '../contract/contract-text.ts';
import { type Traits, traitsSchema } from '../contract/fit-beside.ts';
import type { HistoryPage } from '../contract/history.ts';
import type { Page } from '../registry.ts';
import type { Reader } from '../store/writes.ts';

/** The rows of a channel up to the revision that the log was followed to: later ones may have come since. */
export function revisionRows(db: Reader, replay: Replay, channel: string) {
  return db
    .selectFrom('revision')
    .select('body')
    .where('channel', '=', channel)
    .where('revision', '<=', newestOf(replay, channel)?.revision ?? 0);
}

/**
 * A revision, or null if there is none.
 *
 * @throws Altered if it is not what the log says
 */
export async function readRevision(
  db: Reader,
  replay: Replay,
  channel: string,
  revision: number,
): Promise<Revision | null> {
  const rows = revisionRows(db, replay, channel).where('revision', '=', revision);
  const row = await rows.executeTakeFirst();
  return row === undefined ? null : provenRevision(replay, row.body);
}

/**
 * Revisions, newest first; of those that moved `app` or arranged a slot of it, if one is named.
 *
 * @throws Altered if one is not what the log says
 */
export async function readHistory(
  db: Reader,
  replay: Replay,
  channel: string,
  { before, limit, app }: Page & { app?: string | undefined },
): Promise<HistoryPage> {
  let query = revisionRows(db, replay, channel)
    .orderBy('revision', 'desc')
    .limit(limit + 1);
  if (before !== undefined) query = query.where('revision', '<', before);
  if (app !== undefined) {
    const moved = JSON.stringify([{ app }]);
    const itsSlot = `${app}:`;
    query = query.where(
      sql<boolean>`((body -> 'moves') @> ${moved}::jsonb or starts_with(body -> 'arranged' ->> 'slot', ${itsSlot}))`,
    );
  }
  const found = (await query.execute()).map(({ body }) => provenRevision(replay, body));
  const revisions = found.slice(0, limit);
  const last = revisions.at(-1);
  return { revisions, next: found.length > limit && last ? last.revision : null };
}

/** What says whether builds fit, by `app@build`; those that do not exist are left out. */
export async function readTraits(
  db: Reader,
  builds: readonly BuildKey[],
): Promise<Map<string, Traits>> {
  if (builds.length === 0) return new Map();
  const rows = await db
    .selectFrom('build')
    .select([
      'app',
      'build',
      sql<unknown>`record -> 'artifact' -> 'kind'`.as('kind'),
      sql<unknown>`record -> 'artifact' -> 'declaration'`.as('declaration'),
      sql<unknown>`record -> 'manifest' -> 'shared'`.as('shared'),
      sql<unknown>`record -> 'manifest' -> 'reactDom'`.as('reactDom'),
      sql<unknown>`record -> 'manifest' -> 'stores'`.as('stores'),
      'contract',
      sql<unknown>`record -> 'artifact' -> 'files' ->> ${contractFile}`.as('integrity'),
    ])
    .where((given) => given.or(builds.map(({ app, build }) => given.and({ app, build }))))
    .execute();
  return new Map(
    rows.map(({ app, build, contract, integrity, ...traits }) => [
      `${app}@${build}`,
      { ...v.parse(traitsSchema, traits), contract: provenContract(contract, integrity) },
    ]),
  );
}

/** A contract as it was published. What somebody has changed past the log counts for nothing. */
function provenContract(text: string | null, integrity: unknown): Traits['contract'] {
  if (text === null || integrityOf(new TextEncoder().encode(text)) !== integrity) return undefined;
  return parseContract(text) ?? undefined;
}
