import { transferSummarySchema } from '@tallystick/shared/contracts/summary';
import { transferListSchema } from '@tallystick/shared/contracts/transfer';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LedgerRecord } from '../ledger/ledger-record.ts';
import { recordBatch } from '../ledger/record.ts';
import { fixtureRecords, openTestService, type TestService } from '../service/service.testing.ts';
import type { Store } from '../store/store.ts';
import { testStores } from '../store/test-stores.testing.ts';

const transfer = (item: string, stat: number, at: string, trxn: string | null): LedgerRecord => ({
  record: 'transfer',
  item,
  trxn,
  stat,
  feat: { form: 'data', sort: 'transfer' },
  crts: Date.parse(at),
  cred: 'shop',
  debt: 'otc-13',
});

/** Beside the fixture, whose transfers are assets of status 6. */
const more: LedgerRecord[] = [
  { record: 'party', kind: 'consumer', id: 'shop', name: 'Corner Shop' },
  transfer('long-id-1', 7, '2014-03-01T00:00:00.000Z', 'a-trxn-of-its-own'),
  transfer('long-id-10', 9, '2014-03-01T23:59:59.999Z', null),
  transfer('long-id-11', 7, '2014-03-02T00:00:00.000Z', null),
];

const openTestStore = testStores();
describe('filters', () => {
  let store: Store;
  let service: TestService;
  beforeAll(async () => {
    store = await openTestStore();
    await recordBatch(store, [...(await fixtureRecords()), ...more]);
    service = await openTestService(store);
  });
  afterAll(async () => {
    await service.close();
    await store.close();
  });

  async function find(filters: object, path = '/transfers/list/data', user?: string) {
    const data = { index: 1, items: 10, filters, ...(user && { user }) };
    const { status, body } = await service.call(path, { data });
    expect(status).toBe(200);
    const page = v.parse(v.object({ data: transferListSchema }), body).data;
    return { count: page.count, items: page.list.map(({ item }) => item) };
  }

  it.each([
    [{ stat: [7] }, ['long-id-11', 'long-id-1']],
    [{ stat: [9, 7] }, ['long-id-11', 'long-id-10', 'long-id-1']],
    [{ stat: [7, 7], to: '2014-03-01' }, ['long-id-1']],
    [{ form: 'data', from: '2014-03-01', to: '2014-03-01' }, ['long-id-10', 'long-id-1']],
    [{ credit: 'shop', debit: 'otc-13', stat: [9] }, ['long-id-10']],
    [{ credit: 'shop', form: 'asset' }, []],
    [{ credit: 'otc-1128', debit: 'otc-13' }, ['otc-035592']],
    [{ debit: 'otc-13', stat: [7], search: 'corner' }, ['long-id-11', 'long-id-1']],
    [{ stat: [3] }, []],
    [{ from: '2016-01-26' }, []],
    [{ from: '2016-01-25' }, ['otc-035592']],
  ])('%o leave what fits them all', async (filters, items) => {
    expect(await find(filters)).toEqual({ count: items.length, items });
  });

  it('narrow the list of a party, and nothing is left by another party', async () => {
    const list = '/transfers/list/user';
    expect((await find({ form: 'data' }, list, 'otc-13')).count).toBe(3);
    expect((await find({ debit: 'otc-13', form: 'data' }, list, 'otc-13')).count).toBe(3);
    expect((await find({ debit: 'otc-1' }, list, 'otc-13')).count).toBe(0);
    expect((await find({ form: 'data' }, '/assets/list/data')).count).toBe(0);
    expect((await find({ form: 'data', search: 'long' }, '/assets/list/data')).count).toBe(0);
  });

  it('a search for a whole id finds its transfer alone, where it fits the filters', async () => {
    expect((await find({ search: 'long-id-1' })).items).toEqual(['long-id-1']);
    expect((await find({ search: ' LONG-ID-1 ' })).items).toEqual(['long-id-1']);
    expect((await find({ search: 'A-TRXN-of-its-own' })).items).toEqual(['long-id-1']);
    // Not in this list: then it is a part of other ids.
    expect((await find({ search: 'long-id-1', stat: [9] })).items).toEqual(['long-id-10']);
    expect((await find({ search: 'ong-id-1' })).count).toBe(3);
  });

  it.each([
    [{ form: 'coin' }, 'data.filters.form must be one of: asset, data.'],
    [{ stat: [10] }, 'data.filters.stat.0 must be at most 9.'],
    [{ stat: 'open' }, 'data.filters.stat must be a list.'],
    [{ stat: [] }, 'data.filters.stat must not be empty.'],
    [{ from: '2014-02-30' }, 'data.filters.from is not a day, such as 2026-01-31.'],
    [{ to: 'today' }, 'data.filters.to is not a day, such as 2026-01-31.'],
    [{ from: '2014-03-02', to: '2014-03-01' }, 'data.filters.from is after data.filters.to.'],
    [{ credit: '' }, 'data.filters.credit is empty.'],
    [{ debit: 'a\0' }, 'data.filters.debit is not well-formed text.'],
  ])('%o are refused in words, by every call that takes them', async (filters, error) => {
    for (const [path, data] of [
      ['/transfers/list/latest', { index: 1, items: 10 }],
      ['/transfers/list/user', { index: 1, items: 10, user: 'otc-1' }],
      ['/transfers/summary', { list: 'all' }],
      ['/transfers/export', { list: 'all', format: 'csv' }],
    ] as const) {
      expect(await service.call(path, { data: { ...data, filters } }), path).toEqual({
        status: 400,
        body: { code: 400, error },
      });
    }
  });

  const summary = async (data: object) => {
    const { status, body } = await service.call('/transfers/summary', { data });
    expect(status).toBe(200);
    return v.parse(v.object({ data: transferSummarySchema }), body).data;
  };

  it('a summary says how many there are, of which forms and statuses', async () => {
    expect(await summary({ list: 'all' })).toEqual({
      count: 201,
      first: 1_289_241_912_000,
      last: 1_453_684_324_000,
      forms: { asset: 198, data: 3 },
      statuses: [0, 0, 0, 0, 0, 0, 198, 2, 0, 1],
      sequence: 201,
    });
  });

  it('its forms and statuses are those of the other filters', async () => {
    const filters = { form: 'data', stat: [7], from: '2014-03-01' };
    expect(await summary({ list: 'all', filters })).toMatchObject({
      count: 2,
      first: Date.parse('2014-03-01'),
      last: Date.parse('2014-03-02'),
      forms: { asset: 0, data: 2 },
      statuses: [0, 0, 0, 0, 0, 0, 0, 2, 0, 1],
    });
    expect(
      await summary({ list: 'consumer', user: 'shop', filters: { debit: 'otc-13' } }),
    ).toMatchObject({
      count: 3,
      first: Date.parse('2014-03-01'),
      last: Date.parse('2014-03-02'),
    });
    expect(
      await summary({ list: 'user', user: 'otc-13', filters: { debit: 'otc-1' } }),
    ).toMatchObject({ count: 0, first: null, last: null, sequence: 201 });
  });

  it('a summary of a party’s list needs the party', async () => {
    expect(await service.call('/transfers/summary', { data: { list: 'user' } })).toEqual({
      status: 400,
      body: { code: 400, error: 'data must have user for the list of a party.' },
    });
  });

  it.each([
    { stat: [7], search: 'shop' },
    { search: ' LONG-ID-1 ' },
    { search: 'A-TRXN-of-its-own' },
    { stat: [9], search: 'long-id-1' },
    { search: 'ong-id-1' },
  ])('an export holds what the list shows: %o', async (filters) => {
    const answer = await service.app.inject({
      method: 'POST',
      url: '/transfers/export',
      headers: { authorization: 'test-token' },
      payload: { data: { list: 'all', format: 'csv', filters } },
    });
    const items = answer.body.split('\r\n').slice(1, -1);
    expect(items.map((line) => line.split(',')[0])).toEqual((await find(filters)).items);
  });
});
