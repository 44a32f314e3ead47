import { ledgerLines } from '@tallystick/backend/src/cli/cli.testing.ts';
import { recordBatch } from '@tallystick/backend/src/ledger/record.ts';
import { backUp } from '@tallystick/operations/backup';
import { migrateStores } from '@tallystick/operations/migrate';
import { emptyPlace, removePlaces } from '@tallystick/operations/place.testing';
import type { Environment } from '@tallystick/settings/environment';
import { openConnections } from '@tallystick/store/connections';
import { sql } from 'kysely';
import { afterAll, expect, it } from 'vitest';
import { ownStores } from './own-stores.ts';
import { findingsOf, record, withLedger } from './place.testing.ts';

afterAll(removePlaces);

const as = (place: Environment, role: string): Environment => {
  const url = new URL(place.DATABASE_URL ?? '');
  url.username = role;
  return { ...place, DATABASE_URL: url.href };
};

it('roles that own nothing record into the ledger, look, and back it up', async () => {
  const place = await emptyPlace();
  const { db } = openConnections({ connectionString: place.DATABASE_URL ?? '', max: 1 });
  for (const role of ['recording', 'reading']) {
    await sql`create role ${sql.id(role)} login password 'test'`.execute(db);
  }
  await db.destroy();
  const roles = [
    { kind: 'writer', role: 'recording' },
    { kind: 'reader', role: 'reading' },
  ] as const;
  const options = { planOnly: false, roles, print: () => {} };
  expect(await migrateStores(place, ownStores, options)).toMatchObject({ ok: true });
  const recording = as(place, 'recording');
  await withLedger(recording, async (store) => {
    await record(store, ledgerLines(300));
    await recordBatch(store, [{ record: 'party', kind: 'user', id: 'one', name: 'One' }]);
  });
  expect(await findingsOf(recording)).toEqual([]);
  const { signal } = new AbortController();
  const watcher = { signal, onProgress: () => {} };
  const written = await backUp(`${place.DATA_DIR}.tar`, as(place, 'reading'), ownStores, watcher);
  expect(written).toMatchObject({ ok: true, value: { headIsKnown: true } });
});
