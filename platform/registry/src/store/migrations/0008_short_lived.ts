import { type Kysely, sql } from 'kysely';

export const runsFrom = '0005_audit_mac';

/**
 * What all servers share for a few hours at most. These are values found by a secret (sessions of the console,
 * previews and their tickets), nonces, and wrong tokens by network.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table short_lived (
      kind text collate "C" not null,
      id bytea not null,
      number bigint generated always as identity,
      owner text collate "C" not null,
      value text not null,
      mac bytea not null,
      expires_at timestamptz(3) not null,
      primary key (kind, id)
    )`.execute(db);
  await sql`create index short_lived_expiry on short_lived (expires_at)`.execute(db);
  await sql`
    create table wrong_token (
      network bytea primary key,
      settled_at timestamptz(3) not null
    )`.execute(db);
}
