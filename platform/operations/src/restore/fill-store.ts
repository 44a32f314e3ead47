import { promisify } from 'node:util';
import { zstdDecompress } from 'node:zlib';
import { dropIndices, takeMemory } from '@tallystick/store/indices';
import { migrateWithin } from '@tallystick/store/migrate';
import { sql, type Transaction } from 'kysely';
import type { BackupStore, BackupTable, Manifest } from '../archive/contents.ts';
import type { Entry } from '../archive/read.ts';
import { tablesOf } from '../stores/tables.ts';
import { enter, type OpenedStore } from '../stores/transactions.ts';

const decompress = promisify(zstdDecompress);
/** A part is 4 MB of blocks in the database, but JSON and long texts are compressed there, and not here. */
const maxPartBytes = 1_073_741_824;

export interface FillWatcher {
  /** Told how many rows each part has put into its table. */
  onRows(rows: number): void;
  /** Told of what is done after the rows, as `indices of releases`. */
  onStage(stage: string): void;
  signal: AbortSignal;
}

/**
 * Fills a store that has no tables from a backup: the schema as it was, the rows, then keys and indices. Then it runs
 * the migrations that this program has and the backup had not. All of it is in the transaction of the store. Rejects
 * with one line.
 */
export async function fillStore(
  store: OpenedStore,
  backup: BackupStore,
  parts: AsyncIterable<Entry>,
  manifest: Manifest,
  { onRows, onStage, signal }: FillWatcher,
): Promise<void> {
  const { trx, definition, copyIn } = store;
  await enter(store);
  const asItWas = Object.fromEntries(
    Object.entries(definition.migrations).filter(([name]) => backup.migrations.includes(name)),
  );
  await migrateWithin(trx, { ...definition, migrations: asItWas });
  await checkTables(store, backup);
  const names = backup.tables.map(({ name }) => name);
  await takeMemory(trx);
  const indices = await dropIndices(trx, names);
  for (const name of names) await setTriggers(trx, name, 'disable');
  // Rows that a migration begins its tables with are in the backup, as they are by now.
  await sql`truncate ${sql.join(names.map((name) => sql.table(name)))}`.execute(trx);
  for await (const { name, bytes } of parts) {
    signal.throwIfAborted();
    const table = backup.tables.find((one) => name.startsWith(`${definition.name}/${one.name}/`));
    if (table === undefined) throw new Error(`The backup's part ${name} is of no table.`);
    const rows = await decompress(bytes, { maxOutputLength: maxPartBytes });
    const count = await copyIn(copyStatement(trx, table), rows);
    const stated = manifest.parts[name]?.rows;
    if (count !== stated)
      throw new Error(`${name} has ${count} rows; it was written with ${stated}.`);
    onRows(count);
  }
  onStage(`indices of ${definition.name}`);
  for (const { definition: statement } of indices) {
    signal.throwIfAborted();
    await sql.raw(statement).execute(trx);
  }
  for (const name of names) await setTriggers(trx, name, 'enable');
  for (const { name, identity } of backup.tables) {
    if (identity === null || identity.last === null) continue;
    await sql`
      select setval(pg_get_serial_sequence(quote_ident(${name}), ${identity.column}),
        ${identity.last}::bigint)`.execute(trx);
  }
  await migrateWithin(trx, definition);
}

/**
 * The tables that the migrations have made must be those of the backup: their names become SQL.
 *
 * @throws Error with one line
 */
async function checkTables(store: OpenedStore, { name, tables }: BackupStore): Promise<void> {
  const textOf = (all: readonly BackupTable[]) =>
    JSON.stringify(
      all.map((table) => [table.name, table.columns.toSorted(), table.identity?.column ?? null]),
    );
  if (textOf(await tablesOf(store)) === textOf(tables)) return;
  throw new Error(
    `The tables of ${name} in the backup are not those that this program makes by the same migrations.`,
  );
}

function copyStatement(trx: Transaction<unknown>, { name, columns }: BackupTable): string {
  const list = sql.join(columns.map((column) => sql.ref(column)));
  return sql`copy ${sql.table(name)} (${list}) from stdin`.compile(trx).sql;
}

async function setTriggers(
  trx: Transaction<unknown>,
  table: string,
  to: 'enable' | 'disable',
): Promise<void> {
  await sql`alter table ${sql.table(table)} ${sql.raw(to)} trigger user`.execute(trx);
}
