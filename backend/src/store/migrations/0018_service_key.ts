import { type Kysely, sql } from 'kysely';

/** An older program does not look at it. */
export const runsFrom = '0010_segments';

/** The one service key that the ledger's servers share, by an id that tells nothing of it. */
export async function up<Tables>(db: Kysely<Tables>): Promise<void> {
  await sql`
    create table service_key (
      one boolean primary key default true check (one),
      id text not null
    )`.execute(db);
}
