import { sql } from 'kysely';
import type { Reader } from '../store/writes.ts';
import { tabLife } from './flush.ts';

const hour = 3_600_000;
const day = 24 * hour;

/**
 * Forgets what is too old to be asked for: tabs that have long gone, counts, the progress of recalls, rates,
 * errors, breaches, notices, sent or not, and browsers that said nothing within the window (milliseconds). Likewise what is
 * of the future, which a clock that was wrong has left.
 */
export async function forget(db: Reader, now: number, window: number): Promise<void> {
  await within('tab', 'seen_at', tabLife, tabLife);
  await within('load', 'minute', 2 * hour, tabLife);
  await within('load_time', 'minute', 2 * hour, tabLife);
  await within('health_browser', 'seen_at', window, window);
  await within('page_error', 'seen_at', 30 * day);
  await within('page_error_browser', 'seen_at', day);
  await within('breach', 'seen_at', 30 * day);
  await within('recall', 'at', 30 * day);
  await within('notice', 'made_at', 30 * day);
  await within('app_notice', 'made_at', 30 * day);
  await within('health_kept', 'at', 60 * day);

  async function within(table: string, column: string, before: number, after = Infinity) {
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
