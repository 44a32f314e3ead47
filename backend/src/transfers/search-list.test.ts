import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recordBatch } from '../ledger/record.ts';
import { searchPattern } from '../ledger/search.ts';
import type { Store } from '../store/store.ts';
import { testStores } from '../store/test-stores.testing.ts';
import { usualBounds } from './search-bounds.ts';
import { searchTransfers } from './search-list.ts';
import { listTransfers } from './transfer-list.ts';

const many = 4_500;
const item = (n: number) => `x${String(n).padStart(4, '0')}`;
/** The newest first, as lists have them. */
const expected = (first: number, count: number) =>
  Array.from({ length: count }, (_, n) => item(many - first - n));

const openTestStore = testStores();
describe('a search with many hits', () => {
  let store: Store;
  beforeAll(async () => {
    store = await openTestStore();
    const records = Array.from({ length: many }, (_, n) => ({
      record: 'transfer' as const,
      item: item(n),
      // One in a hundred: where it is frequent and where it is rare is for the sample to say.
      trxn: n % 100 === 0 ? `seldom-${n}` : null,
      stat: 6,
      feat: { form: n % 2 === 0 ? ('asset' as const) : ('data' as const), sort: 'transfer' },
      crts: n,
      cred: n % 2 === 0 ? 'mint' : 'shop',
      debt: 'ada',
      vars: [],
    }));
    await recordBatch(store, [
      { record: 'party', kind: 'creator', id: 'mint', name: 'The Royal Mint' },
      { record: 'party', kind: 'consumer', id: 'shop', name: 'Corner Shop' },
      { record: 'party', kind: 'user', id: 'ada', name: 'Ada Löwe' },
      ...records,
    ]);
  });
  afterAll(() => store.close());

  const search = async (
    text: string,
    index: number,
    list: 'all' | 'assets' | 'user' | 'creator' = 'all',
    party?: string,
    items = 10,
  ) => {
    const page = await listTransfers(store, {
      list,
      index,
      items,
      search: text,
      ...(party !== undefined && { party }),
    });
    return { ...page, list: page.list.map((row) => row.item) };
  };

  it.each([
    ['the first page', 1, expected(1, 10)],
    ['the last page', 450, expected(4_491, 10)],
    ['a page past the end', 451, []],
  ])('gives %s, and counts them all', async (_, index, list) => {
    expect(await search('ada löwe', index)).toMatchObject({ list, count: many, sequence: many });
  });

  it('gives a page over the border of two parts, the first of which has 1,000', async () => {
    const page = await search('ada löwe', 143, 'all', undefined, 7);
    expect(page).toMatchObject({ list: expected(995, 7), count: many });
  });

  it('gives a page whose hits lie far apart', async () => {
    const some = await search('mint', 226);
    expect(some).toMatchObject({ count: 2_250, list: [] });
    expect((await search('mint', 225)).list.at(-1)).toBe('x0000');
    expect(await search('mint', 225, 'assets')).toMatchObject({ count: 2_250 });
    expect(await search('mint', 225, 'user', 'ada')).toMatchObject({ count: 2_250 });
    expect(await search('royal', 1, 'creator', 'mint')).toMatchObject({ count: 2_250 });
    expect(await search('royal', 1, 'creator', 'shop')).toMatchObject({ count: 0, list: [] });
  });

  it.each([
    ['x0042', ['x0042']],
    ['x0042 mint the royal', ['x0042']],
    ['x0042 and more that is not there', []],
    ['—', []],
  ])('that has few, %s, gives these', async (text, list) => {
    expect(await search(text, 1)).toMatchObject({ list, count: list.length, sequence: many });
  });

  it('is found in one way, however often and for whichever page it is asked', async () => {
    const pattern = searchPattern('seldom');
    if (!pattern) throw new Error('It asks for nothing.');
    const query = { selection: {}, search: 'seldom', ...pattern, offset: 0, items: 5 };
    const bounds = { ...usualBounds, indexed: 10, enough: 500, most: 500 };
    const first = await searchTransfers(store, query, bounds);
    for (let time = 0; time < 30; time += 1) {
      expect(await searchTransfers(store, query, bounds)).toEqual(first);
    }
  });
});
