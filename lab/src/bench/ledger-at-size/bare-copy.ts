import { rm } from 'node:fs/promises';
import type { Store } from '@tallystick/backend/src/store/store.ts';
import { dropIndices } from '@tallystick/store/indices';
import { sql } from 'kysely';
import { timed } from '../../measures/times.ts';
import { openLedger } from '../../servers/open-ledger.ts';

const tables = ['party', 'party_word', 'transfer', 'tally', 'span', 'segment', 'record_entry'];

/**
 * How many seconds the server takes to read the same rows into the same tables by COPY, from files
 * of its own. Making the same indices and analyzing count, too. No trigger runs: its rows are
 * copied. `url` names an empty database, `files` a folder that the server may write to.
 */
export async function bareCopy(full: Store, url: string, files: string): Promise<number> {
  const path = (table: string) => `${files}/bare-${table}.copy`;
  const store = await openLedger({ DATA_DIR: files, DATABASE_URL: url });
  const run = (of: Store, texts: readonly string[]) =>
    of.db.connection().execute(async (connection) => {
      for (const text of ['set statement_timeout = 0', ...texts, 'reset statement_timeout']) {
        await sql.raw(text).execute(connection);
      }
    });
  const copy = () =>
    store.db.transaction().execute(async (trx) => {
      await sql`
        set local statement_timeout = 0;
        set local maintenance_work_mem = '512MB';
        set local session_replication_role = replica`.execute(trx);
      const indices = await dropIndices(trx, tables);
      await sql.raw(`truncate ${tables.join()}`).execute(trx);
      for (const table of tables) {
        await sql.raw(`copy ${table} from '${path(table)}'`).execute(trx);
      }
      for (const { definition } of indices) await sql.raw(definition).execute(trx);
    });
  const analyzed = tables.map((table) => `vacuum (analyze) ${table}`);
  try {
    await run(
      full,
      tables.map((table) => `copy ${table} to '${path(table)}'`),
    );
    const took = await timed(async () => {
      await copy();
      await run(store, analyzed);
    });
    return took / 1_000;
  } finally {
    await store.close();
    for (const table of tables) await rm(path(table), { force: true });
  }
}
