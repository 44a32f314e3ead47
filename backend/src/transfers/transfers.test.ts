import {
  transferDataSchema,
  transferDetailSchema,
  transferListSchema,
} from '@tallystick/shared/contracts/transfer';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LedgerRecord } from '../ledger/ledger-record.ts';
import { recordBatch } from '../ledger/record.ts';
import { fixtureRecords, openTestService, type TestService } from '../service/service.testing.ts';
import type { Store } from '../store/store.ts';
import { testStores } from '../store/test-stores.testing.ts';

const feat = (form: 'asset' | 'data') => ({ form, sort: 'transfer' });
const day = 86_400_000;
const party = (kind: 'user' | 'creator' | 'consumer' | 'checker', id: string, name: string) =>
  ({ record: 'party', kind, id, name }) as const;

/** Beside the fixture: data for a consumer and a checker, statuses, and two with one trxn. */
const more: LedgerRecord[] = [
  party('user', 'ada', 'Ada Löwe'),
  party('consumer', 'shop', 'Corner Shop 50%'),
  party('checker', 'check', 'Check_Mate'),
  ...['d1', 'd2', 'd3'].map(
    (item, n): LedgerRecord => ({
      record: 'transfer',
      item,
      trxn: n === 0 ? null : 'TWICE',
      stat: 6 + n,
      feat: feat('data'),
      crts: n * day,
      cred: n === 2 ? 'check' : 'shop',
      debt: 'ada',
      vars: [{ name: 'city', memo: 'Where', data: n === 0 ? 'Köln' : n }],
    }),
  ),
];

/** Transfers whose ids differ by case alone; recorded by the tests that need them. */
const cased = (
  [
    ['d4', 'Case-1', 0],
    ['d5', 'D1', 0],
    ['d6', 'case-1', 9],
  ] as const
).map(
  ([item, trxn, days]): LedgerRecord => ({
    record: 'transfer',
    item,
    trxn,
    stat: 0,
    feat: feat('data'),
    crts: days * day,
    cred: 'shop',
    debt: 'ada',
  }),
);

const openTestStore = testStores();
describe('transfers', () => {
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

  async function list(path: string, data: object) {
    const { status, body } = await service.call(path, { data: { index: 1, items: 10, ...data } });
    expect(status).toBe(200);
    const { data: page } = v.parse(v.object({ data: transferListSchema }), body);
    return { ...page, list: page.list.map(({ item }) => item) };
  }

  it.each(['/transfers/list/latest', '/transfers/list/data'])(
    '%s lists every transfer, the newest first',
    async (path) => {
      expect(await list(path, { items: 3 })).toEqual({
        list: ['otc-035592', 'otc-035591', 'otc-035590'],
        count: 201,
        sequence: 201,
      });
      expect(await list(path, { index: 41, items: 5 })).toMatchObject({
        list: ['d1'],
        count: 201,
      });
    },
  );

  it('gives whole rows', async () => {
    const { body } = await service.call('/assets/list/data', { data: { index: 1, items: 1 } });
    expect(body).toEqual({
      data: {
        list: [
          {
            item: 'otc-035592',
            trxn: 'b84020c6ad840e507b6418ebc130ff140ba9be6c',
            stat: 6,
            feat: { form: 'asset', sort: 'transfer' },
            crts: 1_453_684_324_000,
            cred: 'otc-1128',
            debt: 'otc-13',
            credit: { name: 'OTC trader 1128', kind: 'creator' },
            debit: { name: 'OTC trader 13' },
          },
        ],
        count: 198,
        sequence: 201,
      },
    });
  });

  it('orders transfers of one moment by item, descending', async () => {
    const page = await list('/transfers/list/latest', {
      items: 2,
      filters: { search: 'otc-00037' },
    });
    expect(page.list).toEqual(['otc-000372', 'otc-000371']);
  });

  it('lists the transfers of a party under each of its kinds', async () => {
    expect(await list('/transfers/list/creator', { user: 'otc-2642', items: 3 })).toMatchObject({
      list: ['otc-026099', 'otc-022400', 'otc-021141'],
      count: 8,
    });
    expect(await list('/transfers/list/user', { user: 'otc-1', index: 2, items: 6 })).toMatchObject(
      {
        list: ['otc-001149', 'otc-000042'],
        count: 8,
      },
    );
    expect(await list('/transfers/list/consumer', { user: 'shop' })).toMatchObject({
      list: ['d2', 'd1'],
      count: 2,
    });
    expect(await list('/transfers/list/consumer', { user: 'check' })).toMatchObject({
      list: ['d3'],
      count: 1,
    });
    expect(await list('/transfers/list/creator', { user: 'shop' })).toMatchObject({ count: 0 });
    expect(await list('/transfers/list/user', { user: 'ada' })).toMatchObject({
      list: ['d3', 'd2', 'd1'],
    });
  });

  it.each([2, 21, 1_000, 9_007_199_254_740_991])(
    'gives an empty page past the end (page %d) with the true count',
    async (index) => {
      const page = await list('/transfers/list/latest', {
        index: index === 2 ? 4 : index,
        items: 100,
      });
      expect(page).toEqual({ list: [], count: 201, sequence: 201 });
    },
  );

  it.each([
    ['OTC-035592', ['otc-035592']],
    ['b84020C6', ['otc-035592']],
    ['corner shop', ['d2', 'd1']],
    ['löwe', ['d3', 'd2', 'd1']],
    ['LÖ', ['d3', 'd2', 'd1']],
    ['50%', ['d2', 'd1']],
    ['k_m', ['d3']],
    ['k%m', []],
    ['ck_m', ['d3']],
    ['%_\\', []],
    ['_', []],
    ["'; drop table transfer --", []],
  ])('finds %j', async (search, items) => {
    const page = await list('/transfers/list/latest', { filters: { search } });
    expect(page).toMatchObject({ list: items, count: items.length });
  });

  it('searches within a list, page by page', async () => {
    const data = { user: 'otc-2642', items: 2, filters: { search: 'otc-02' } };
    expect(await list('/transfers/list/creator', data)).toMatchObject({
      list: ['otc-026099', 'otc-022400'],
      count: 5,
    });
    expect(await list('/transfers/list/creator', { ...data, index: 3 })).toMatchObject({
      list: ['otc-020172'],
      count: 5,
    });
    expect(await list('/transfers/list/user', { ...data, user: 'ada' })).toMatchObject({
      count: 0,
    });
  });

  it('takes an empty search for none', async () => {
    const page = await list('/assets/list/data', { filters: { search: ' ' } });
    expect(page.count).toBe(198);
    expect(await list('/assets/list/data', { filters: {} })).toEqual(page);
  });

  it.each([
    ['its item', 'd1', 'd1'],
    ['its trxn', 'b84020c6ad840e507b6418ebc130ff140ba9be6c', 'otc-035592'],
    ['its item in capitals', 'OTC-035592', 'otc-035592'],
    ['its trxn in capitals', 'B84020C6AD840E507B6418EBC130FF140BA9BE6C', 'otc-035592'],
    ['a trxn of two, the newest', 'TWICE', 'd3'],
    ['the same in small letters', 'twice', 'd3'],
  ])('finds a transfer by %s', async (_how, asked, item) => {
    const { status, body } = await service.call('/transfers/details', { data: { item: asked } });
    expect(status).toBe(200);
    expect(v.parse(v.object({ data: transferDetailSchema }), body).data.item).toBe(item);
  });

  it('tells a transfer and its parties', async () => {
    const { body } = await service.call('/transfers/details', { data: { item: 'd3' } });
    expect(body).toEqual({
      data: {
        item: 'd3',
        trxn: 'TWICE',
        status: 8,
        created: 2 * day,
        feat: { form: 'data', sort: 'transfer' },
        credit: { name: 'Check_Mate', item: 'check', kind: 'checker' },
        debit: { name: 'Ada Löwe', item: 'ada', kind: 'user' },
        sequence: 201,
      },
    });
  });

  it('shows variables of closed transfers only', async () => {
    const vars = async (item: string) => {
      const { body } = await service.call('/transfers/data/details', { data: { item } });
      return v.parse(v.object({ data: transferDataSchema }), body).data.vars;
    };
    expect(await vars('d1')).toEqual([{ name: 'city', memo: 'Where', data: 'Köln' }]);
    expect(await vars('d2')).toEqual([]);
    expect(await vars('b84020c6ad840e507b6418ebc130ff140ba9be6c')).toMatchObject([{ data: '2' }]);
  });

  it.each(['/transfers/details', '/transfers/data/details'])(
    '%s does not find what is not there',
    async (path) => {
      expect(await service.call(path, { data: { item: 'nothing' } })).toEqual({
        status: 404,
        body: { code: 404, error: 'There is no such transfer.' },
      });
    },
  );

  it.each([
    ['its very trxn rather than that of a newer one', 'Case-1', 'd4'],
    ['the newest whose trxn differs by case', 'CASE-1', 'd6'],
    ['its item rather than a trxn in another case', 'd1', 'd1'],
    ['its trxn rather than an item in another case', 'D1', 'd5'],
  ])('finds among ids that differ by case %s', async (_how, asked, item) => {
    await recordBatch(store, cased);
    const { body } = await service.call('/transfers/details', { data: { item: asked } });
    expect(v.parse(v.object({ data: transferDetailSchema }), body).data.item).toBe(item);
  });

  it('finds transfers by the new name of a renamed party', async () => {
    await recordBatch(store, [
      party('user', 'otc-13', 'Grace Hopper'),
      party('creator', 'otc-13', 'Rear Admiral'),
    ]);
    const asUser = await list('/transfers/list/latest', { filters: { search: 'grace hop' } });
    expect(asUser.count).toBe((await list('/transfers/list/user', { user: 'otc-13' })).count);
    const asCreator = await list('/transfers/list/latest', { filters: { search: 'rear' } });
    expect(asCreator.count).toBe(7);
    const { body } = await service.call('/transfers/details', { data: { item: 'otc-035592' } });
    expect(body).toMatchObject({ data: { debit: { name: 'Grace Hopper' } } });
  });
});
