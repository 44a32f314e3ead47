import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LedgerRecord } from '../ledger/ledger-record.ts';
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

const transfer = (n: number): LedgerRecord => ({
  record: 'transfer',
  item: item(n),
  // One in a hundred: where it is frequent and where it is rare is for the sample to say.
  trxn: n % 100 === 0 ? `seldom-${n}` : null,
  stat: 6,
  feat: { form: n % 2 === 0 ? 'asset' : 'data', sort: 'transfer' },
  crts: n,
  cred: n % 2 === 0 ? 'mint' : 'shop',
  debt: 'ada',
  vars: [],
});
const recordMany = (store: Store) =>
  recordBatch(store, [
    { record: 'party', kind: 'creator', id: 'mint', name: 'The Royal Mint' },
    { record: 'party', kind: 'consumer', id: 'shop', name: 'Corner Shop' },
    { record: 'party', kind: 'user', id: 'ada', name: 'Ada Löwe' },
    ...Array.from({ length: many }, (_, n) => transfer(n)),
  ]);

const openTestStore = testStores();
describe('a search with many hits', () => {
  let store: Store;
  beforeAll(async () => {
    store = await openTestStore();
    await recordMany(store);
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

describe('a search beside a writer', () => {
  it('says the number of the last event that its page has, whatever came before it ended', async () => {
    const store = await openTestStore();
    await recordMany(store);
    let next = many;
    // Each part of the search is followed by one more hit, newer than all others.
    const beside: Pick<Store, 'query'> = {
      query: async <Row extends object>(...asked: Parameters<Store['query']>) => {
        const rows = await store.query<Row>(...asked);
        await recordBatch(store, [transfer(next)]);
        next += 1;
        return rows;
      },
    };
    const page = await listTransfers(beside, { list: 'all', index: 1, items: 2, search: 'löwe' });
    expect(next).toBeGreaterThan(page.sequence);
    // Each transfer is one event.
    const shown = page.list.map((row) => row.item);
    expect(shown).toEqual([item(page.sequence - 1), item(page.sequence - 2)]);
    await store.close();
  });
});
