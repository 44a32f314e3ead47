import { type Kysely, sql } from 'kysely';

/** Versions before would write entries that nobody has sealed. */
export const runsFrom = '0012_log';

/**
 * The audit log, a tree of hashes with a signed checkpoint for each entry. What there is by then is put into it when
 * a server starts, which has the key: until then the old hashes are needed. Signatures are made when they are asked for.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table log_entry (
      number bigint primary key,
      sequence bigint not null unique,
      salt bytea not null,
      attestation text collate "C",
      leaf bytea not null,
      frontier bytea not null,
      checkpoint text collate "C" not null
    )`.execute(db);
  await sql`
    alter table audit alter previous_hash drop not null, alter hash drop not null`.execute(db);
  await sql`drop table build_statement, revision_statement`.execute(db);
}
