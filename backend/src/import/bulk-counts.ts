import { sql, type Transaction } from 'kysely';
import { everything, msPerDay } from '../ledger/scope.ts';
import { namedRow } from '../ledger/transfer-row.ts';
import { eventChannel } from '../store/definition.ts';
import type { Written } from './bulk-target.ts';

/** The scopes that count a transfer (as `scopesOf`): SQL of the scope, and the columns it needs. */
const counted = [
  [`'${everything}'`, 'form'],
  [`case form when 'asset' then 'creator/' else 'consumer/' end || cred`, 'form, cred'],
  [`'user/' || debt`, 'form, debt'],
] as const;

/** Days of a row of `span`, a table that only the release before 0010 reads. */
const daysPerSpan = 64;

/** Counts all transfers by day, and these counts by span, into empty tables without keys and triggers. */
export async function countRows(trx: Transaction<unknown>): Promise<void> {
  for (const [scope, columns] of counted) {
    // Grouped before sorting, so fewer rows are sorted; sorted, so that a party's rows lie together.
    await sql
      .raw(`
        insert into tally (scope, day, form, stat, n)
        select ${scope}, day, form, stat, n from (
          select ${columns}, (crts / ${msPerDay})::int as day, stat, count(*) as n
          from transfer group by ${columns}, day, stat
        ) as counted
        order by 1, 2, 3, 4`)
      .execute(trx);
  }
  await sql`
    insert into span (scope, span, form, n)
    select scope, day / ${daysPerSpan}::integer, form, sum(n)
    from tally where scope = ${everything} group by 1, 2, 3 order by 2, 3`.execute(trx);
}

/**
 * Writes one event, that of the last transfer, numbered as if all had been imported one by one. So a
 * reader that has seen the ledger empty is told to read it anew, as one that was away for too long.
 */
export async function tellOfLast(
  trx: Transaction<unknown>,
  { count, last }: Written,
): Promise<void> {
  if (last === undefined) return;
  await sql.raw(`alter table event alter column id restart with ${count}`).execute(trx);
  await sql`
    insert into event (operation, item, doc)
    values ('insert', ${last.item}, ${JSON.stringify(namedRow(last))})`.execute(trx);
  await sql`select pg_notify(${eventChannel}, '')`.execute(trx);
}
