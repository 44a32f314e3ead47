import { type Kysely, sql } from 'kysely';

export const runsFrom = '0001_ledger';

/**
 * Codes of the sandbox sign-in, the newest of each address, and sessions of the live feed that
 * were logged out. Neither holds an address, a code or a token: only keyed hashes and ids.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table code (
      address bytea primary key,
      trxn text collate "C" not null,
      hash bytea not null,
      sent_at bigint not null,
      tries smallint not null default 0,
      used boolean not null default false
    )`.execute(db);
  await sql`create index code_sent on code (sent_at)`.execute(db);
  await sql`
    create table revoked_session (
      id text collate "C" primary key,
      until bigint not null
    )`.execute(db);
}
