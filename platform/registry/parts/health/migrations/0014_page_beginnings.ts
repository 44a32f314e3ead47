import { type Kysely, sql } from 'kysely';

export const runsFrom = '0005_audit_mac';

/**
 * Pages that began lately. `runs`: it was heard of again. A page that runs may be known by that alone, where another
 * server heard of it sooner. Browser and network are keyed hashes.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table page_beginning (
      page text collate "C" primary key,
      began_at timestamptz(3) not null,
      runs boolean not null,
      channel text collate "C",
      app text collate "C",
      build text collate "C",
      browser text collate "C",
      network text collate "C",
      fresh boolean
    )`.execute(db);
  await sql`create index page_beginning_began on page_beginning (began_at)`.execute(db);
}
