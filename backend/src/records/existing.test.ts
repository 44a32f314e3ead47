import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { importInBulk } from '../import/bulk-import.ts';
import { recordBatch } from '../ledger/record.ts';
import { openTestService } from '../service/service.testing.ts';
import { up } from '../store/migrations/0020_record_log.ts';
import { testRecordKey, testStores } from '../store/test-stores.testing.ts';
import { signEnd } from './log-end.ts';
import { recordKeyOf } from './record-key.ts';
import { checkLines, checkOnPage, parties, provenExport, transfer } from './records.testing.ts';

const openTestStore = testStores();

it('gives what was there before the log its place, which who opens the ledger next signs', async () => {
  const store = await openTestStore();
  const service = await openTestService(store);
  const many = Array.from({ length: 2_100 }, (_, n) => transfer(`m${n}`));
  await recordBatch(store, [...parties, ...many]);
  await sql`drop table record_entry, record_tile, record_log`.execute(store.db);
  await up(store.db);
  expect(await checkOnPage(service, 'm7')).toEqual({ is: 'pending' });
  const unsigned = await service.app.inject({ method: 'GET', url: '/records/log/checkpoint' });
  expect(unsigned.statusCode).toBe(404);
  await signEnd(store.db, testRecordKey, false);
  expect(await checkOnPage(service, 'm7')).toMatchObject({ is: 'checked', changes: 0 });
  await recordBatch(store, [transfer('m7', { stat: 7 }), transfer('new')]);
  expect(await checkOnPage(service, 'm7')).toMatchObject({ is: 'checked', changes: 1 });
  const found = await checkLines(await provenExport(service));
  expect(found).toMatchObject({ problems: [], transfers: 2_101, entries: 2_102 });
  await service.close();
  await store.close();
});

it('goes on by another key alone where somebody asks for it', async () => {
  const store = await openTestStore();
  await recordBatch(store, [...parties, transfer('t')]);
  const other = recordKeyOf(() => new Uint8Array(32).fill(1));
  const replaced = { ...store, recordKey: async () => other };
  await expect(signEnd(store.db, other, false)).rejects.toThrow('is not signed by');
  await expect(recordBatch(replaced, [transfer('u')])).rejects.toThrow('is not signed by');
  await signEnd(store.db, other, true);
  await recordBatch(replaced, [transfer('u')]);
  await expect(recordBatch(store, [transfer('v')])).rejects.toThrow('is not signed by');
  await store.close();
});

it('has what was imported in bulk', async () => {
  const store = await openTestStore();
  const service = await openTestService(store);
  const records = [...parties, ...Array.from({ length: 700 }, (_, n) => transfer(`m\\${n}`))];
  async function* lines() {
    for (const [place, record] of records.entries()) {
      yield { number: place + 1, text: JSON.stringify(record) };
    }
  }
  expect(await importInBulk(store, lines())).not.toHaveProperty('problem');
  expect(await checkOnPage(service, 'm\\699')).toMatchObject({ is: 'checked', changes: 0 });
  await recordBatch(store, [transfer('later')]);
  const found = await checkLines(await provenExport(service));
  expect(found).toMatchObject({ problems: [], transfers: 701, entries: 701 });
  await service.close();
  await store.close();
});
