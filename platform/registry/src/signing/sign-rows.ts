import type { Signed } from '@tallystick/contract/signed-release';
import { sql } from 'kysely';
import * as v from 'valibot';
import { type BuildRecord, buildRecordSchema } from '../build-record.ts';
import { type Revision, revisionSchema } from '../contract/channel.ts';
import type { Reader, Writer } from '../store/writes.ts';
import { attestBuild, attestRevision, signAttestation } from './attestations.ts';
import type { SigningKey } from './signing-key.ts';

/** Attests a build, in the transaction that publishes it. */
export async function signBuild(trx: Writer, key: SigningKey, record: BuildRecord): Promise<void> {
  const { app, build } = record.artifact;
  const signed = signAttestation(key, attestBuild(record));
  await trx
    .insertInto('build_statement')
    .values({ app, build, ...signed })
    .onConflict((taken) => taken.columns(['app', 'build']).doUpdateSet(signed))
    .execute();
}

/** Attests a revision, in the transaction that appends it. Without its shell there is nothing to attest. */
export async function signRevision(
  trx: Writer,
  key: SigningKey,
  attested: Revision,
): Promise<void> {
  const { channel, revision } = attested;
  const shell = await shellOf(trx, attested);
  if (shell === null) return;
  const signed = signAttestation(key, attestRevision(attested, shell));
  await trx
    .insertInto('revision_statement')
    .values({ channel, revision, ...signed })
    .onConflict((taken) => taken.columns(['channel', 'revision']).doUpdateSet(signed))
    .execute();
}

/** What was signed of a build, as it is kept, or null. Whoever acts on it verifies it first. */
export async function readBuildStatement(
  db: Reader,
  app: string,
  build: string,
): Promise<Signed | null> {
  const kept = db.selectFrom('build_statement').where(({ and }) => and({ app, build }));
  return (await kept.select(['text', 'signature']).executeTakeFirst()) ?? null;
}

/** The same of a revision. */
export async function readRevisionStatement(
  db: Reader,
  channel: string,
  revision: number,
): Promise<Signed | null> {
  const kept = db.selectFrom('revision_statement').where(({ and }) => and({ channel, revision }));
  return (await kept.select(['text', 'signature']).executeTakeFirst()) ?? null;
}

/** Name of the shell among the apps of a revision; null if its build is gone. */
export async function shellOf(db: Reader, { builds }: Revision): Promise<string | null> {
  const found = await db
    .selectFrom('build')
    .select('app')
    .where(sql<boolean>`record -> 'artifact' ->> 'kind' = 'shell'`)
    .where((given) =>
      given.or(Object.entries(builds).map(([app, build]) => given.and({ app, build }))),
    )
    .executeTakeFirst();
  return found?.app ?? null;
}

/** Attests everything anew: a registry from before there were attestations, or with another key. */
export async function signEverything(trx: Writer, key: SigningKey): Promise<void> {
  const builds = await trx.selectFrom('build').select('record').execute();
  for (const { record } of builds) await signBuild(trx, key, v.parse(buildRecordSchema, record));
  const revisions = await trx.selectFrom('revision').select('body').execute();
  for (const { body } of revisions) await signRevision(trx, key, v.parse(revisionSchema, body));
}
