import { sql } from 'kysely';
import type { Expiry } from '../part/hooks.ts';
import type { Reader } from '../store/writes.ts';
import { tabLife } from './flush.ts';

const hour = 3_600_000;
const day = 24 * hour;

/**
 * Tabs that have long gone, counts, the progress of recalls, rates, errors, breaches, notices, sent or not, and
 * browsers that said nothing within the window (milliseconds).
 */
export const expiries = (window: number): Expiry[] => [
  { table: 'tab', column: 'seen_at', before: tabLife, after: tabLife },
  { table: 'load', column: 'minute', before: 2 * hour, after: tabLife },
  { table: 'load_time', column: 'minute', before: 2 * hour, after: tabLife },
  { table: 'health_browser', column: 'seen_at', before: window, after: window },
  { table: 'page_error', column: 'seen_at', before: 30 * day },
  { table: 'page_error_browser', column: 'seen_at', before: day },
  { table: 'breach', column: 'seen_at', before: 30 * day },
  { table: 'recall', column: 'at', before: 30 * day },
  { table: 'notice', column: 'made_at', before: 30 * day },
  { table: 'health_kept', column: 'at', before: 60 * day },
];

/** Forgets what is too old to be asked for; `now`: milliseconds since 1970. */
export async function forget(db: Reader, now: number, rules: readonly Expiry[]): Promise<void> {
  for (const { table, column, before, after = Infinity } of rules) {
    const oldest = new Date(now - before).toISOString();
    const newest = after === Infinity ? 'infinity' : new Date(now + after).toISOString();
    // What another server writes just now is not waited for: the two could wait for each other.
    await sql`
      delete from ${sql.table(table)} where ctid = any (array(
        select ctid from ${sql.table(table)}
        where ${sql.ref(column)} < ${oldest}::timestamptz
          or ${sql.ref(column)} > ${newest}::timestamptz
        for update skip locked))`.execute(db);
  }
}
