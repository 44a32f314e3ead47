import { mkdir, mkdtemp, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openConnections } from '@tallystick/store/connections';
import { openStore, openStoreAsItIs } from '@tallystick/store/store';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { ledgerStore } from '../store/definition.ts';
import { removeFolder, runLedger } from './cli.testing.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tallystick-looks-'));
});
afterAll(() => removeFolder(folder));

const isMissing = (place: string) => ({
  code: 1,
  output: '',
  errors: `There is no ledger in ${place}.\n`,
});

it('makes no data folder where there is none', async () => {
  const data = join(folder, 'mistyped');
  expect(await runLedger(['doctor'], { DATA_DIR: data })).toEqual(isMissing(data));
  expect(await readdir(folder)).not.toContain('mistyped');
});

it('makes no ledger in a data folder without one', async () => {
  const data = join(folder, 'empty');
  await mkdir(data);
  expect(await runLedger(['doctor'], { DATA_DIR: data })).toEqual(isMissing(data));
  expect(await readdir(data)).toEqual([]);
});

/** An empty database of the test's own. */
async function emptyDatabase(name: string): Promise<string> {
  const server = inject('postgresUrl');
  const { db } = openConnections({ connectionString: `${server}postgres` });
  await sql`create database ${sql.id(name)}`.execute(db);
  await db.destroy();
  return `${server}${name}`;
}

it('makes no tables in an empty database', async () => {
  const url = await emptyDatabase('looked_at');
  const found = await runLedger(['doctor'], { DATA_DIR: folder, DATABASE_URL: url });
  expect(found).toEqual(isMissing('the database of DATABASE_URL'));
  const { db } = openConnections({ connectionString: url });
  const { rows } = await sql`select from pg_tables where schemaname = 'public'`.execute(db);
  await db.destroy();
  expect(rows).toHaveLength(0);
});

it('says of the ledger of an older program what to run, and leaves it as it is', async () => {
  const place = { DATA_DIR: folder, DATABASE_URL: await emptyDatabase('older') };
  const migrations = Object.fromEntries(Object.entries(ledgerStore.migrations).slice(0, 1));
  const older = await openStore({ ...ledgerStore, migrations }, place);
  if (!older.ok) throw new Error(older.problem);
  await older.value.close();

  expect(await runLedger(['doctor'], place)).toEqual({
    code: 1,
    output: '',
    errors:
      'The ledger in the database of DATABASE_URL is at 0001_ledger, of an older program: run migrate, or doctor of that program.\n',
  });
  const opened = await openStoreAsItIs(ledgerStore, place);
  if (!opened.ok) throw new Error(opened.problem);
  const { rows } = await sql`select name from kysely_migration`.execute(opened.value.db);
  await opened.value.close();
  expect(rows).toEqual([{ name: '0001_ledger' }]);
});
