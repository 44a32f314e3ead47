import { sql } from 'kysely';
import type { BuildKey } from '../contract/build-key.ts';
import type { Writer } from '../store/writes.ts';

/** Deletes the rows of a table that are of these builds. */
export async function deleteOf(
  trx: Writer,
  table: string,
  builds: readonly BuildKey[],
): Promise<void> {
  await sql`
    delete from ${sql.table(table)} as known
    using json_to_recordset(${JSON.stringify(builds)}::json) as gone(app text, build text)
    where known.app = gone.app and known.build = gone.build`.execute(trx);
}
