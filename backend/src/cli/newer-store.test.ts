import { openStore, type StoreMigration } from '@tallystick/store/store';
import { type TestPlace, testPlace } from '@tallystick/store/test-place.testing';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ledgerStore } from '../store/definition.ts';
import { ledgerFile, ledgerLines, removeFolder, runLedger } from './cli.testing.ts';

let place: TestPlace;
beforeEach(async () => {
  place = await testPlace('tallystick-newer-');
});
afterEach(() => removeFolder(place.DATA_DIR));

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
    place,
  );
  if (!opened.ok) throw new Error(opened.problem);
  await opened.value.close();
}

const importLines = async () =>
  runLedger(['import', await ledgerFile(place.DATA_DIR, ledgerLines(20))], { ...place });

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
    /^The database at .* cannot be opened: Tallystick .* has brought it to 9999_more;/,
  );
  expect(errors).toContain('"Going back a version"');
});
