import { type Kysely, sql } from 'kysely';
import { writeMissingWords } from '../../ledger/party-words.ts';

/** Parties that programs of before record get their words when a later one opens the store. */
export const runsFrom = '0008_checksums';

/**
 * What filters and the search of parties need: transfers by status, between two parties and by
 * transaction id whatever its case; parties by their words, and numbered as they are recorded.
 * Daily counts of everything are summed up by status too, by a trigger, since programs of before do not.
 * `worded` is the checksum that a party had when its words were written (`ledger/party-words.ts`).
 */
export async function up<Tables>(db: Kysely<Tables>): Promise<void> {
  await sql`create index transfer_stat on transfer (stat, crts, item)`.execute(db);
  await sql`create index transfer_pair on transfer (cred, debt, crts, item)`.execute(db);
  await sql`create index transfer_trxn_folded on transfer (lower(trxn))`.execute(db);
  await sql`drop index transfer_trxn`.execute(db);
  await sql`
    create table status_span (
      span integer not null,
      form text collate "C" not null,
      stat smallint not null,
      n bigint not null,
      primary key (span, form, stat)
    ) with (fillfactor = 80)`.execute(db);
  await sql`
    insert into status_span (span, form, stat, n)
    select floor(day / 64::float), form, stat, sum(n) from tally where scope = '' group by 1, 2, 3`.execute(
    db,
  );
  await sql`
    create function sum_status_span() returns trigger language plpgsql as $$
    begin
      insert into status_span (span, form, stat, n)
      values (floor(new.day / 64::float), new.form, new.stat, new.n - coalesce(old.n, 0))
      on conflict (span, form, stat) do update set n = status_span.n + excluded.n;
      return null;
    end $$`.execute(db);
  await sql`
    create trigger sum_status_span after insert or update on tally for each row
    when (new.scope = '') execute function sum_status_span()`.execute(db);
  await sql`
    create table party_word (
      word text collate "C" not null,
      first boolean not null,
      kind text collate "C" not null,
      id text collate "C" not null,
      primary key (first, word, id, kind)
    )`.execute(db);
  await sql`
    alter table party
      add column number bigint generated always as identity,
      add column worded bytea`.execute(db);
  await sql`create unique index party_number on party (number)`.execute(db);
  await sql`
    create index party_unworded on party (kind, id)
    where worded is distinct from checksum`.execute(db);
  await writeMissingWords(db);
}
