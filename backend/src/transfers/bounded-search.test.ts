import { tries } from '@tallystick/contract/testing/proof';
import type { ListFilters } from '@tallystick/shared/contracts/list-filters';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LedgerRecord } from '../ledger/ledger-record.ts';
import { recordBatch } from '../ledger/record.ts';
import { fold, searchPattern, searchText } from '../ledger/search.ts';
import type { Store } from '../store/store.ts';
import { testStores } from '../store/test-stores.testing.ts';
import { type SearchBounds, usualBounds } from './search-bounds.ts';
import { searchTransfers } from './search-list.ts';
import { selectionOf } from './selection.ts';

const day = 86_400_000;
const names = ['Ada Löwe', 'Anne-Marie Bell', 'Bell & Sons', 'Isabel Adamu', 'Öl Bell', 'Zed'];
const nameOf = (id: string) => names[Number(id.at(-1))] ?? '';
type Transfer = Extract<LedgerRecord, { record: 'transfer' }>;

/** Some of everything, of 40 days; ids in small letters, as ids are. */
const mixedTransfers = Array.from({ length: 396 }, (_, n): Transfer => {
  const mixed = Math.imul(n + 1, 2_654_435_761) >>> 0;
  return {
    record: 'transfer',
    item: `i-${(mixed % 1_000_003).toString(36)}-${n}`,
    trxn: n % 7 === 0 ? null : mixed.toString(16),
    stat: mixed % 10,
    feat: { form: n % 3 === 0 ? 'data' : 'asset', sort: 'transfer' },
    crts: Math.floor(n / 30) * 3 * day + (mixed % 4),
    cred: `c${mixed % 6}`,
    debt: `u${(mixed >>> 8) % 6}`,
  };
});
const transfers = [
  ...mixedTransfers,
  ...[1, 2, 3, 4].map(
    (n): Transfer => ({
      record: 'transfer',
      item: `old-${n}`,
      trxn: null,
      stat: 6,
      feat: { form: 'asset', sort: 'transfer' },
      crts: 0,
      cred: 'c1',
      debt: 'u0',
    }),
  ),
];
const parties = names.flatMap((name, n): LedgerRecord[] =>
  (['user', 'creator', 'consumer'] as const).map((kind) => ({
    record: 'party',
    kind,
    id: `${kind === 'user' ? 'u' : 'c'}${n}`,
    name,
  })),
);

const textOf = ({ trxn, item, cred, debt }: Transfer) =>
  searchText([trxn, item, cred, nameOf(cred), debt, nameOf(debt)]);
const newest = transfers.toSorted(
  (one, other) => other.crts - one.crts || (one.item < other.item ? 1 : -1),
);
/** What a plain scan finds. */
const scanned = (search: string, { form, stat, from, to, credit, debit }: ListFilters) =>
  newest
    .filter((transfer) => {
      const on = new Date(transfer.crts).toISOString().slice(0, 10);
      const term = fold(search);
      return (
        textOf(transfer).includes([...term].length < 3 ? ` ${term}` : term) &&
        (form === undefined || transfer.feat.form === form) &&
        (stat?.includes(transfer.stat) ?? true) &&
        (from === undefined || on >= from) &&
        (to === undefined || on <= to) &&
        (credit === undefined || transfer.cred === credit) &&
        (debit === undefined || transfer.debt === debit)
      );
    })
    .map(({ item }) => item);

const cutOf = fc
  .tuple(fc.constantFrom(...transfers.map(textOf)), fc.nat(30), fc.integer({ min: 1, max: 9 }))
  .map(([text, at, length]) => [...text].slice(at, at + length).join(''));
const search = fc
  .oneof(
    cutOf,
    fc.constantFrom('bell', 'ada', 'löwe', 'öl', 'ada löwe', 'zed', 'c3', 'u1', 'i-', 'ma', 'no'),
  )
  .filter((text) => fold(text) !== '');
const oneFilter = fc.constantFrom<ListFilters>(
  { form: 'asset' },
  { form: 'data' },
  { stat: [6] },
  { stat: [0, 3, 7] },
  { from: '1970-01-04' },
  { to: '1970-02-01' },
  { credit: 'c1' },
  { debit: 'u2' },
  { debit: 'none' },
);
/** None, one or two: under more there is hardly a transfer. */
const filters = fc
  .array(oneFilter, { maxLength: 2 })
  .map((some): ListFilters => Object.assign({}, ...some));
const bounds: fc.Arbitrary<SearchBounds> = fc.record({
  entries: fc.constantFrom(-1, 40, 1_000),
  candidates: fc.constantFrom(-1, 40),
  hits: fc.constantFrom(0, 30, 1_000),
  indexed: fc.constantFrom(3, 40, 1_000),
  parties: fc.constantFrom(1, 4, 100),
  ofEach: fc.constantFrom(5, 40, 1_000),
  ofAll: fc.constantFrom(10, 100, 1_000),
  ids: fc.constantFrom(2, 1_000),
  short: fc.constantFrom(5, 50),
  enough: fc.constantFrom(20, 100),
  most: fc.constantFrom(100, 300),
});

const openTestStore = testStores();
it('does not find what a consumer asked for by the name of a checker of the same id', async () => {
  const store = await openTestStore();
  const asked = (item: string): Transfer => ({
    record: 'transfer',
    item,
    trxn: null,
    stat: 6,
    feat: { form: 'data', sort: 'transfer' },
    crts: 0,
    cred: 'same',
    debt: 'u',
  });
  await recordBatch(store, [
    { record: 'party', kind: 'user', id: 'u', name: 'Ada' },
    { record: 'party', kind: 'checker', id: 'same', name: 'Bureau' },
  ]);
  await recordBatch(store, [asked('checked')]);
  await recordBatch(store, [
    { record: 'party', kind: 'consumer', id: 'same', name: 'Acme' },
    ...Array.from({ length: 200 }, (_, n) => asked(`called-${n}`)),
  ]);
  const pattern = searchPattern('bureau');
  if (!pattern) throw new Error('It asks for nothing.');
  const query = { selection: {}, search: 'bureau', ...pattern, offset: 0, items: 5 };
  const byNames = { ...usualBounds, candidates: -1 };
  const { list, count, more } = await searchTransfers(store, query, byNames);
  expect([list.map(({ item }) => item), count, more]).toEqual([['checked'], 1, true]);
  await store.close();
});

it('finds nobody by the beginning alone of a long text', async () => {
  const store = await openTestStore();
  const name = 'The International Association of Those Who Keep the Ledgers of the North';
  await recordBatch(store, [
    { record: 'party', kind: 'user', id: 'u', name: 'Ada' },
    { record: 'party', kind: 'creator', id: 'c', name: `${name} Sea` },
    {
      ...{ record: 'transfer', item: 't', trxn: null, stat: 6, crts: 0, cred: 'c', debt: 'u' },
      feat: { form: 'asset', sort: 'transfer' },
    },
  ]);
  const search = `${name} Pole`;
  const pattern = searchPattern(search);
  if (!pattern) throw new Error('It asks for nothing.');
  const query = { selection: {}, search, ...pattern, offset: 0, items: 5 };
  const byNames = { ...usualBounds, candidates: -1 };
  expect(await searchTransfers(store, query, byNames)).toMatchObject({ list: [], count: 0 });
  await store.close();
});

describe('a bounded search', () => {
  let store: Store;
  beforeAll(async () => {
    store = await openTestStore();
    await recordBatch(store, [...parties, ...transfers]);
  });
  afterAll(() => store.close());

  const page = async (
    text: string,
    filters: ListFilters,
    place: { offset: number; items: number },
    bounds: SearchBounds,
  ) => {
    const selection = selectionOf('all', '', filters);
    const pattern = searchPattern(text);
    if (!selection || !pattern) throw new Error('It asks for nothing.');
    const query = { selection, search: text, ...pattern, ...place };
    const { list, ...found } = await searchTransfers(store, query, bounds);
    return { items: list.map(({ item }) => item), ...found };
  };

  it('finds what a scan finds, each once and in its order; all of it, unless it says that there is more', async () => {
    const outcomes = { whole: 0, more: 0 };
    await fc.assert(
      fc.asyncProperty(search, filters, bounds, async (text, filters, bounds) => {
        const expected = scanned(text, filters);
        const all = await page(text, filters, { offset: 0, items: 1_000 }, bounds);
        expect(all.items).toEqual(expected.filter((item) => all.items.includes(item)));
        expect(all.count).toBe(all.items.length);
        if (!all.more) expect(all.items).toEqual(expected);
        outcomes[all.more ? 'more' : 'whole'] += 1;
        for (let offset = 0; offset <= all.count; offset += 10) {
          const one = await page(text, filters, { offset, items: 10 }, bounds);
          expect(one.items).toEqual(all.items.slice(offset, offset + 10));
          expect(one.count).toBeGreaterThanOrEqual(Math.min(all.count, offset + one.items.length));
          if (!one.more) expect(one.count).toBe(expected.length);
        }
      }),
      { numRuns: tries(40) },
    );
    expect(outcomes.whole).toBeGreaterThan(10);
    expect(outcomes.more).toBeGreaterThan(10);
  });

  it('finds the newest of a party within its bounds, and says how many at least', async () => {
    const tight = { ...usualBounds, entries: -1, ofEach: 12, enough: 20, most: 20 };
    const hits = scanned('zed', {});
    expect(hits.length).toBeGreaterThan(100);
    // A third of all: soon found among the newest.
    const frequent = await page('zed', {}, { offset: 0, items: 3 }, tight);
    expect(frequent).toMatchObject({ items: hits.slice(0, 3), more: true });
    const old = transfers[0];
    if (!old) throw new Error('There are transfers.');
    // One of the oldest is found by the beginning of its id.
    const rare = await page(old.item.slice(0, -1), {}, { offset: 0, items: 5 }, tight);
    expect(rare.items).toContain(old.item);
    // Four of the oldest begin so: one more than is read for sure, and not among the newest.
    const four = await page('old-', {}, { offset: 0, items: 5 }, { ...tight, ids: 3 });
    expect(four).toMatchObject({ items: scanned('old-', {}), count: 4, more: true });
  });

  it('does not ask the index for what more ids begin with than it may find', async () => {
    const askedIndex = async (search: string) => {
      const texts: string[] = [];
      const query: Store['query'] = (statement, values) => {
        texts.push(statement.text);
        return store.query(statement, values);
      };
      const pattern = searchPattern(search);
      if (!pattern) throw new Error('It asks for nothing.');
      const asked = { selection: {}, search, ...pattern, offset: 0, items: 5 };
      const { list } = await searchTransfers({ query }, asked, { ...usualBounds, indexed: 3 });
      expect(list.map(({ item }) => item)).toEqual(scanned(search, {}));
      return texts.some((text) => text.includes('with found as materialized'));
    };
    expect(await askedIndex('old-')).toBe(false);
    expect(await askedIndex('old-1')).toBe(true);
  });

  it('lists nobody for one or two characters that begin no word after a space', async () => {
    const byNames = { ...usualBounds, candidates: -1 };
    const found = await page('ma', {}, { offset: 0, items: 5 }, byNames);
    expect(found).toMatchObject({ items: [], count: 0 });
  });

  it('reads no more transfers than its bounds, where it looks through the newest', async () => {
    const tight = { ...usualBounds, entries: -1, parties: 0, ids: 0, enough: 20, most: 60 };
    const none = await page('nothing like this', {}, { offset: 0, items: 5 }, tight);
    expect(none).toMatchObject({ items: [], count: 0, more: true });
    const looked = newest.slice(0, 20).map(({ item }) => item);
    const bell = scanned('bell', {});
    const found = await page('bell', {}, { offset: 0, items: 1 }, tight);
    expect(found).toMatchObject({
      items: bell.slice(0, 1),
      count: bell.filter((item) => looked.includes(item)).length,
      more: true,
    });
  });
});
