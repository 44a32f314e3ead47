import { sql } from 'kysely';
import type { Revision } from '../../src/contract/channel.ts';
import type { Writer } from '../../src/store/writes.ts';
import { tabLife } from './flush.ts';
import type { HealthTables } from './tables.ts';

/** Keeps which tabs run the builds that a revision recalls, in the transaction that makes it. */
export async function noteRecall(
  db: Writer,
  last: Revision | null,
  { channel, revision, recalled, at }: Revision,
): Promise<void> {
  const known = new Set(last?.recalled.map(({ app, build }) => `${app}@${build}`));
  const now = recalled.filter(({ app, build }) => !known.has(`${app}@${build}`));
  if (now.length === 0) return;
  // What other servers flush waits: it would refer to the row that goes, and each would wait for the other's tabs.
  await sql`lock table recall, recall_tab in share row exclusive mode`.execute(db);
  const open = new Date(Date.parse(at) - tabLife).toISOString();
  for (const { app, build } of now) {
    const tables = db.withTables<HealthTables>();
    const before = tables.deleteFrom('recall').where(({ and }) => and({ channel, app, build }));
    await before.execute();
    await tables.insertInto('recall').values({ channel, app, build, revision, at }).execute();
    await sql`
      insert into recall_tab (channel, app, build, tab)
      select ${channel}, ${app}, ${build}, tab from tab
      where channel = ${channel} and running ->> ${app} = ${build}
        and seen_at >= ${open}::timestamptz`.execute(db);
  }
}
