import { type Kysely, sql } from 'kysely';

export const runsFrom = '0004_signatures';

/**
 * What the registry has signed: an attestation for each build and each revision, as text with its
 * signature. Also the key by which all of them are signed now.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table signing_key (
      one boolean primary key default true check (one),
      id text collate "C" not null
    )`.execute(db);
  await sql`
    create table build_statement (
      app text collate "C" not null,
      build text collate "C" not null,
      text text collate "C" not null,
      signature text collate "C" not null,
      primary key (app, build)
    )`.execute(db);
  await sql`
    create table revision_statement (
      channel text collate "C" not null,
      revision integer not null,
      text text collate "C" not null,
      signature text collate "C" not null,
      primary key (channel, revision)
    )`.execute(db);
}
