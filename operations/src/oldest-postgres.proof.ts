import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ledgerLines } from '@tallystick/backend/src/cli/cli.testing.ts';
import { importInBulk } from '@tallystick/backend/src/import/bulk-import.ts';
import { splitLines } from '@tallystick/backend/src/import/lines.ts';
import { recordBatch } from '@tallystick/backend/src/ledger/record.ts';
import {
  listenNow,
  logIn,
  parties,
  startTestFeed,
  transferRecord,
} from '@tallystick/backend/src/live/live.testing.ts';
import { openTestService } from '@tallystick/backend/src/service/service.testing.ts';
import { backUp } from '@tallystick/operations/backup';
import { migrateStores } from '@tallystick/operations/migrate';
import {
  emptyFolder,
  emptyPlace,
  promote,
  releasesOf,
  removePlaces,
  withRegistry,
} from '@tallystick/operations/place.testing';
import { restore } from '@tallystick/operations/restore';
import { buildOf, done, manager, publish } from '@tallystick/registry/registry.testing';
import type { Environment } from '@tallystick/settings/environment';
import { openConnections } from '@tallystick/store/connections';
import {
  type PostgresServer,
  startOldestPostgres,
} from '@tallystick/store/postgres-server.testing';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { ownStores } from './own-stores.ts';
import { findingsOf, ledgerOf, withLedger } from './place.testing.ts';

let server: PostgresServer;
let folder: string;
const placeOf = async (database: string): Promise<Environment> => {
  const { db } = openConnections({ connectionString: `${server.url}postgres`, max: 1 });
  await sql`create database ${sql.id(database)}`.execute(db);
  await db.destroy();
  return { ...(await emptyFolder()), DATABASE_URL: `${server.url}${database}` };
};
beforeAll(async () => {
  server = await startOldestPostgres('fsync=off');
  folder = await mkdtemp(join(tmpdir(), 'tallystick-oldest-'));
});
afterAll(async () => {
  await server.end();
  await rm(folder, { recursive: true });
  await removePlaces();
});

const page = { index: 1, items: 10 };
const creator = { user: 'nwu-114' };
const calls = {
  '/transfers/list/latest': { data: { ...page, filters: { stat: [1, 6] } } },
  '/transfers/list/data': { data: page },
  '/transfers/list/creator': { data: { ...page, ...creator } },
  '/transfers/list/user': { data: { ...page, user: 'u' } },
  '/assets/list/data': { data: page },
  '/transfers/details': { data: { item: 'live' } },
  '/transfers/activity': { data: {} },
  '/transfers/neighbours': { data: { item: 'live' } },
  '/transfers/changes': { data: { items: ['live'] } },
  '/transfers/summary': { data: { list: 'all' } },
  '/transfers/addresses': { data: { page: 1 } },
  '/parties/counterparties': { data: { kind: 'creator', ...creator } },
  '/search': { data: { text: 'north' } },
};

it('PostgreSQL 14 does all of it: import, lists, live events, releases, doctor, backup', async () => {
  const place = await placeOf('oldest');
  expect(
    await migrateStores(place, ownStores, { planOnly: false, roles: [], print: () => {} }),
  ).toEqual({
    ok: true,
    value: null,
  });
  await withLedger(place, async (store) => {
    const { rows } = await sql<{ version: string }>`show server_version`.execute(store.db);
    expect(rows[0]).toMatchObject({ server_version: expect.stringMatching(/^14\./) });
    const bytes = (async function* () {
      yield Buffer.from(ledgerLines(3_000).join(''));
    })();
    const imported = await importInBulk(store, splitLines(bytes));
    expect(imported).toMatchObject({ report: { transfers: { inserted: 3_000 } } });
    await recordBatch(store, parties);

    const feed = await startTestFeed(store);
    const live = await listenNow(await logIn(feed));
    await recordBatch(store, [transferRecord('live')]);
    await vi.waitFor(() => expect(live.events).toHaveLength(1), { timeout: 60_000 });
    expect(live.events[0]).toMatch(/ insert live 1$/);
    await live.stop();
    await feed.close();

    const service = await openTestService(store);
    for (const [path, body] of Object.entries(calls)) {
      expect([path, (await service.call(path, body)).status]).toEqual([path, 200]);
    }
    await service.close();
  });
  await withRegistry(place, async (registry) => {
    await publish(registry, 'shell', buildOf(1), { kind: 'shell' });
    await promote(registry, 'mfe-a', 1);
    done(await registry.gc(manager, { dryRun: false }));
  });
  expect(await findingsOf(place)).toEqual([]);
  expect(await releasesOf(place)).toMatchObject({ verified: { ok: true }, problems: [] });

  const file = join(folder, 'backup.tar');
  const { signal } = new AbortController();
  expect(await backUp(file, place, ownStores, { signal, onProgress: () => {} })).toMatchObject({
    ok: true,
  });
  // Up to the newest version, and back.
  for (const target of [await emptyPlace(), await placeOf('again')]) {
    const options = { signal, onProgress: () => {}, onStage: () => {} };
    expect(await restore(file, target, ownStores, options)).toMatchObject({ ok: true });
    expect(await ledgerOf(target)).toEqual(await ledgerOf(place));
    expect(await releasesOf(target)).toEqual(await releasesOf(place));
  }
});
