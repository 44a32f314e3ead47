import { openTiledTree, tilePath } from '@tallystick/tile-log/tiles';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { recordBatch } from '../ledger/record.ts';
import { openTestService, type TestService } from '../service/service.testing.ts';
import type { Store } from '../store/store.ts';
import { testRecordKey, testStores } from '../store/test-stores.testing.ts';
import { recordKeyOf } from './record-key.ts';
import { checkLines, checkOnPage, parties, provenExport, transfer } from './records.testing.ts';

const openTestStore = testStores();
let store: Store;
let service: TestService;
beforeEach(async () => {
  store = await openTestStore();
  service = await openTestService(store);
});
afterEach(async () => {
  await service.close();
  await store.close();
});

const problems = async () => (await checkLines(await provenExport(service))).problems;
const file = (path: string) => service.app.inject({ method: 'GET', url: `/records/log/${path}` });
const endOf = async () => testRecordKey.open((await file('checkpoint')).payload);

it('gives each state of a transfer its place, and proves the newest to pages and to the command', async () => {
  const many = Array.from({ length: 700 }, (_, n) => transfer(`m${n}`, { stat: n % 10 }));
  await recordBatch(store, [...parties, ...many]);
  await recordBatch(store, [transfer('t', { stat: 0 })]);
  await recordBatch(store, [transfer('t', { stat: 0 })]);
  await recordBatch(store, [transfer('t', { stat: 3 }), transfer('t')]);
  expect(await endOf()).toMatchObject({ size: 703 });
  expect(await checkOnPage(service, 't')).toMatchObject({ is: 'checked', changes: 2 });
  for (const n of [0, 6, 255, 256, 699]) {
    expect(await checkOnPage(service, `m${n}`)).toMatchObject({ is: 'checked', changes: 0 });
  }
  const lines = await provenExport(service);
  expect(await checkLines(lines)).toMatchObject({ problems: [], transfers: 701, entries: 703 });
});

it('says nothing in the log of what was forgotten', async () => {
  await recordBatch(store, [...parties, transfer('t')]);
  await recordBatch(store, [{ record: 'party', kind: 'user', id: 'ada', name: '' }]);
  await recordBatch(store, [transfer('t', { vars: [] })]);
  const { rows } =
    await sql`select number, item, secret, at from record_entry order by number`.execute(store.db);
  expect(rows).toEqual([
    { number: 0, item: null, secret: null, at: null },
    { number: 1, item: 't', secret: expect.any(Buffer), at: expect.any(Number) },
  ]);
  expect(await checkOnPage(service, 't')).toMatchObject({ is: 'checked', changes: 1 });
  const lines = (await provenExport(service)).join();
  expect(lines).not.toContain('Ada');
  expect(lines).not.toContain('BSc');
  expect(await problems()).toEqual([]);
});

it('keeps the secret of variables that may not be read', async () => {
  await recordBatch(store, [...parties, transfer('t', { stat: 8 })]);
  const { body } = await service.call('/records/proof', { data: { item: 't' } });
  expect(body).toMatchObject({ data: { entry: { secret: null } } });
  expect(await checkOnPage(service, 't')).toMatchObject({ is: 'checked' });
});

it('keeps nothing of a batch that fails', async () => {
  await recordBatch(store, [...parties, transfer('t')]);
  const failing = recordBatch(store, [transfer('u')], () => Promise.reject(new Error('killed')));
  await expect(failing).rejects.toThrow('killed');
  expect(await endOf()).toMatchObject({ size: 1 });
  await recordBatch(store, [transfer('u')]);
  expect(await problems()).toEqual([]);
});

describe('behind the back of the ledger service, with the rights of the owner,', () => {
  beforeEach(() => recordBatch(store, [...parties, transfer('t'), transfer('u')]));

  it.each([
    ['a status', sql`update transfer set stat = 7 where item = 't'`],
    ['a time', sql`update transfer set crts = 1 where item = 't'`],
    ['a party', sql`update transfer set debt = 'eve' where item = 't'`],
    [
      'a value',
      sql`update transfer set vars = jsonb_set(vars, '{0,data}', '"MSc"') where item = 't'`,
    ],
    ['when it was recorded', sql`update record_entry set recorded = 1 where item = 't'`],
    ['how often it was changed', sql`update record_entry set changes = 3 where item = 't'`],
  ])('a change of %s is found by the command and the page', async (_, change) => {
    expect(await problems()).toEqual([]);
    await change.execute(store.db);
    expect(await problems()).toEqual([
      'transfer t is not as it was recorded, in entry 0 of the record',
    ]);
    expect(await checkOnPage(service, 't')).toEqual({ is: 'changed' });
    expect(await checkOnPage(service, 'u')).toMatchObject({ is: 'checked' });
  });

  it('a removed transfer is found', async () => {
    await sql`delete from transfer where item = 't'`.execute(store.db);
    expect(await problems()).toEqual(['transfer t, entry 0 of the record, was removed']);
    expect(await checkOnPage(service, 't')).toEqual({ is: 'removed' });
  });

  it('a transfer that is removed with its entry is found', async () => {
    await sql`delete from transfer where item = 't'`.execute(store.db);
    await sql`update record_entry set item = null, secret = null where item = 't'`.execute(
      store.db,
    );
    expect(await problems()).toEqual([
      '1 of 2 entries of the record are of no transfer here: some was removed',
    ]);
    await sql`delete from record_entry where item is null`.execute(store.db);
    expect(await problems()).toContain(
      'the hashes of the log are not those that were signed: the log was changed',
    );
    expect(await checkOnPage(service, 't')).toBe(null);
    expect(await checkOnPage(service, 'u')).toEqual({ is: 'changed' });
  });

  it('a transfer that was put in is found', async () => {
    const copied = 'trxn, stat, form, sort, crts, cred, cred_kind, debt, vars, search, checksum';
    await sql
      .raw(
        `insert into transfer (item, ${copied}) select 'x', ${copied} from transfer where item = 't'`,
      )
      .execute(store.db);
    expect(await problems()).toEqual([
      'transfer x has no place in the record: it was put in past the ledger service',
    ]);
    expect(await checkOnPage(service, 'x')).toEqual({ is: 'unrecorded' });
    // An entry does not help if no writer with the key has made it.
    await sql`insert into record_entry select 2, at, null, null, leaf, secret, 'x' from record_entry where item = 't'`.execute(
      store.db,
    );
    expect(await checkOnPage(service, 'x')).toEqual({ is: 'changed' });
    expect(await problems()).toHaveLength(1);
  });

  it('an end that is put back finds who kept a later checkpoint', async () => {
    const before = await sql<{ size: number; frontier: Buffer; note: string }>`
      select size, frontier, note from record_log`.execute(store.db);
    await recordBatch(store, [transfer('v')]);
    const { checkpoint } = await checkLines(await provenExport(service));
    await sql`delete from transfer where item = 'v'`.execute(store.db);
    await sql`delete from record_entry where item = 'v'`.execute(store.db);
    const [old] = before.rows;
    await sql`update record_log set size = ${old?.size}, frontier = ${old?.frontier}, note = ${old?.note}`.execute(
      store.db,
    );
    expect((await checkLines(await provenExport(service), checkpoint)).problems).toEqual([
      'the log had 3 entries, and the 2 of now do not continue them: its end was cut off',
    ]);
  });

  it('nothing is recorded on an end that this key has not signed', async () => {
    await sql`update record_log set frontier = sha256('x')`.execute(store.db);
    await expect(recordBatch(store, [transfer('v')])).rejects.toThrow('its end was changed');
    const other = recordKeyOf(() => new Uint8Array(32).fill(1));
    const elsewhere = { ...store, recordKey: async () => other };
    await expect(recordBatch(elsewhere, [transfer('v')])).rejects.toThrow('is not signed by');
  });
});

it('serves the log as tiles, of which each full one is for good', async () => {
  const many = Array.from({ length: 600 }, (_, n) => transfer(`m${n}`));
  await recordBatch(store, [...parties, ...many]);
  const end = await endOf();
  const caching: unknown[] = [];
  const tree = openTiledTree(end?.size ?? 0, async (tile) => {
    const { rawPayload, headers } = await file(tilePath(tile));
    caching.push([
      tilePath(tile),
      headers['cache-control'],
      headers['access-control-allow-origin'],
    ]);
    return rawPayload;
  });
  expect(Buffer.from(await tree.rootOf(0, tree.size))).toEqual(end?.root);
  expect(caching).toContainEqual(['tile/1/000.p/2', 'public, max-age=3600, immutable', '*']);
  const { headers } = await file('tile/0/001');
  expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
  for (const path of [
    'tile/0/002',
    'tile/0/002.p/89',
    'tile/0/1',
    'tile/2/000',
    'tile/x',
    'none',
  ]) {
    expect((await file(path)).statusCode).toBe(404);
  }
});
