import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStore, type StoreMigration } from '@tallystick/store/store';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, inject, it } from 'vitest';
import { ledgerStore } from '../store/definition.ts';
import { ledgerFile, ledgerLines, putStore, removeFolder, runLedger } from './cli.testing.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tallystick-newer-'));
  await putStore(folder, inject('pgliteTemplate'));
});
afterEach(() => removeFolder(folder));

/** Opens the ledger as a newer release does, which adds a column. */
async function openNewer(runsFrom: string): Promise<void> {
  const more: StoreMigration = {
    runsFrom,
    up: async (db) => {
      await sql`alter table transfer add column more text not null default ''`.execute(db);
    },
  };
  const opened = await openStore(
    { ...ledgerStore, migrations: { ...ledgerStore.migrations, '9999_more': more } },
    { DATA_DIR: folder, DATABASE_URL: undefined },
  );
  if (!opened.ok) throw new Error(opened.problem);
  await opened.store.close();
}

const importLines = async () =>
  runLedger(['import', await ledgerFile(folder, ledgerLines(20))], { DATA_DIR: folder });

it('records in a ledger that a newer release has opened, if that lets it', async () => {
  await openNewer('0001_ledger');
  expect(await importLines()).toMatchObject({
    code: 0,
    output: expect.stringContaining('174 new'),
    errors: '',
  });
});

it('says which release has opened it, if that does not', async () => {
  await openNewer('9999_more');
  const { code, errors } = await importLines();
  expect(code).toBe(1);
  expect(errors).toMatch(
    /^The ledger in .* cannot be opened: Tallystick .* has brought it to 9999_more;/,
  );
  expect(errors).toContain('"Going back a version"');
});
