import { type Kysely, sql } from 'kysely';

export const runsFrom = '0001_ledger';

/** When mails were sent, and a keyed hash of the network that asked for each: one day of them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table mail (
      id bigint generated always as identity primary key,
      at bigint not null,
      network bytea not null
    )`.execute(db);
  await sql`create index mail_at on mail (at)`.execute(db);
}
