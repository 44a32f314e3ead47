import { type Kysely, sql } from 'kysely';

export const runsFrom = '0005_audit_mac';

/** Who is signed in. What a session says is sealed: the key to it is not in the database. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table person_session (
      id text collate "C" primary key,
      sealed text not null,
      seen_at timestamptz(3) not null,
      ends_at timestamptz(3) not null,
      refreshing_until timestamptz(3)
    )`.execute(db);
}
