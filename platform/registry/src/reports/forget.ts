import { sql } from 'kysely';
import type { Expiry } from '../part/hooks.ts';
import type { Reader } from '../store/writes.ts';

const day = 86_400_000;

/** Notices, sent or not. */
export const noticeExpiry: Expiry = { table: 'notice', column: 'made_at', before: 30 * day };

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
