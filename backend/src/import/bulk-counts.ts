import { sql, type Transaction } from 'kysely';
import { everything, msPerDay } from '../ledger/scope.ts';
import { namedRow } from '../ledger/transfer-row.ts';
import { eventChannel } from '../store/definition.ts';
import type { Written } from './bulk-target.ts';

/** Who counts a transfer (`scopesOf`): SQL of the scope, and the columns that it follows from. */
const counted = [
  [`'${everything}'`, 'form'],
  [`case form when 'asset' then 'creator/' else 'consumer/' end || cred`, 'form, cred'],
  [`'user/' || debt`, 'form, debt'],
] as const;

/** Days of a row of `span`. */
const daysPerSpan = 64;

/** Counts all transfers by day, and these counts by span, into empty tables without keys and triggers. */
export async function countRows(trx: Transaction<unknown>): Promise<void> {
  for (const [scope, columns] of counted) {
    // Grouped first: fewer rows to sort, so that those of a party stand together.
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
 * Leaves the event of the last transfer alone, with the number that it has after an import of them all. So
 * a reader that has seen the ledger empty is told to read it anew, as one that was away for too long.
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
