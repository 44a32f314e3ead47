import { type Kysely, sql } from 'kysely';

export const runsFrom = '0005_audit_mac';

/** How far each receiver has the audit log: the number of the last entry that it took. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table audit_stream (
      receiver text collate "C" primary key,
      sent bigint not null,
      tries integer not null,
      next_at timestamptz(3) not null
    )`.execute(db);
}
