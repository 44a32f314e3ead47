import { searchResultSchema } from '@tallystick/shared/contracts/search';
import { sql } from 'kysely';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readList } from '../export/read-list.ts';
import type { LedgerRecord } from '../ledger/ledger-record.ts';
import { writeMissingWords } from '../ledger/party-words.ts';
import { recordBatch } from '../ledger/record.ts';
import { refreshSearch } from '../ledger/refresh-search.ts';
import { fixtureRecords, openTestService, type TestService } from '../service/service.testing.ts';
import * as finding from '../store/migrations/0009_finding.ts';
import * as wholeWords from '../store/migrations/0016_whole_words.ts';
import * as withoutAccents from '../store/migrations/0019_without_accents.ts';
import type { Store } from '../store/store.ts';
import { testStores } from '../store/test-stores.testing.ts';
import { listTransfers } from '../transfers/transfer-list.ts';
import { findPartiesByName } from './parties-by-name.ts';

type Kind = 'user' | 'creator' | 'consumer' | 'checker';
const party = (kind: Kind, id: string, name: string): LedgerRecord => ({
  record: 'party',
  kind,
  id,
  name,
});
const named: LedgerRecord[] = [
  party('user', 'p-1', 'Corner'),
  party('consumer', 'p-2', 'Corner Shop'),
  party('checker', 'p-2', 'Corner Shop'),
  party('creator', 'p-3', 'The Corner  Shop & Söhne'),
  party('user', 'p-4', 'Amara Okafor-Corner'),
  party('user', 'p-5', '50% of Ñandú'),
  party('user', 'both', 'Both'),
  party('user', 'p-6', 'अखिल भारतीय आयुर्विज्ञान संस्थान नई दिल्ली'),
  party('user', 'p-7', 'İzmir'),
  party('user', 'Twice', 'Once more'),
  party('user', 'twice', 'And again'),
  party('creator', 'p-8', 'Ærø Müller-Ürgüp'),
  ...['Case-9', 'case-9'].map(
    (trxn, n): LedgerRecord => ({
      record: 'transfer',
      item: `c-${n}`,
      trxn,
      stat: 0,
      feat: { form: 'asset', sort: 'transfer' },
      crts: n,
      cred: 'p-3',
      debt: 'p-4',
    }),
  ),
];

const openTestStore = testStores();
describe('the search', () => {
  let store: Store;
  let service: TestService;
  beforeAll(async () => {
    store = await openTestStore();
    await recordBatch(store, [...(await fixtureRecords()), ...named]);
    service = await openTestService(store);
  });
  afterAll(async () => {
    await service.close();
    await store.close();
  });

  async function search(text: string) {
    const { status, body } = await service.call('/search', { data: { text } });
    expect(status).toBe(200);
    return v.parse(v.object({ data: searchResultSchema }), body).data;
  }

  const known = {
    to: 'transfer',
    item: 'otc-035592',
    trxn: 'b84020c6ad840e507b6418ebc130ff140ba9be6c',
  };
  it.each([
    ['otc-035592', known],
    ['B84020C6ad840e507b6418ebc130ff140ba9be6c ', known],
    ['Case-9', { to: 'transfer', item: 'c-0', trxn: 'Case-9' }],
    ['CASE-9', { to: 'transfer', item: 'c-1', trxn: 'case-9' }],
    ['otc-13', { to: 'party', kind: 'user', id: 'otc-13', kinds: ['user', 'creator'] }],
    ['p-2', { to: 'party', kind: 'consumer', id: 'p-2', kinds: ['consumer', 'checker'] }],
    ['P-2', { to: 'party', kind: 'consumer', id: 'p-2', kinds: ['consumer', 'checker'] }],
    ['Twice', { to: 'party', kind: 'user', id: 'Twice', kinds: ['user'] }],
    ['TWICE', null],
    ['b84020c6', null],
    ['', null],
  ])('%j is exactly this', async (text, exact) => {
    expect((await search(text)).exact).toEqual(exact);
  });

  const copied = [
    '\u200botc-035592\ufeff',
    'otc-\u00ad0355\u200d92',
    '\u2066otc-035592\u2069',
    '\u00a0"otc-035592".',
    '“otc-035592”,',
    '‚otc-035592‘',
    '«\u00a0otc-035592\u00a0»',
    '(otc-035592)',
    '[`otc-035592`]…',
  ];
  it.each(copied)('%j finds what was copied, as a list and its file do', async (text) => {
    expect((await search(text)).exact).toEqual(known);
    const list = await listTransfers(store, { list: 'all', index: 1, items: 10, search: text });
    expect(list.list.map(({ item }) => item)).toEqual([known.item]);
    const read = readList(store.query, { list: 'all', party: '', search: text, filters: {} });
    const items: string[] = [];
    for await (const { transfers } of read) items.push(...transfers.map(({ item }) => item));
    expect(items).toEqual([known.item]);
  });

  it('finds what was typed first, whatever it is without quotes', async () => {
    await recordBatch(store, [
      party('user', '"otc-035592"', 'Quoted'),
      party('user', 'a\u200bb', 'Z'),
    ]);
    expect((await search('"otc-035592"')).exact).toMatchObject({ id: '"otc-035592"' });
    expect((await search('a\u200bb')).exact).toMatchObject({ id: 'a\u200bb' });
    expect(await search('“')).toMatchObject({ exact: null, parties: [], transfers: [] });
  });

  it('finds transfers by the beginning of an id, as rows with names', async () => {
    const { transfers } = await search('B84020');
    expect(transfers).toMatchObject([{ item: 'otc-035592', debit: { name: 'OTC trader 13' } }]);
    const many = await search('otc-03');
    expect([many.transfers.length, many.more?.transfers]).toEqual([5, true]);
    expect((await search('otc-035592')).transfers[0]?.item).toBe('otc-035592');
    expect((await search('035592')).transfers).toEqual([]);
  });

  it.each([
    ['corner', ['p-1', 'p-2', 'p-4', 'p-3']],
    ['corner shop', ['p-2', 'p-3']],
    ['CORNER  SH', ['p-2', 'p-3']],
    ['the corner', ['p-3']],
    ['okafor', ['p-4']],
    ['söh', ['p-3']],
    ['soh', ['p-3']],
    ['muller', ['p-8']],
    ['MÜLLER-urg', ['p-8']],
    ['ñan', ['p-5']],
    ['50%', ['p-5']],
    ['orner', []],
    ['दिल्ली', ['p-6']],
    ['zmir', []],
    ['%', []],
    ['', []],
  ])('%j finds parties by the beginning of their names and words', async (text, ids) => {
    expect((await search(text)).parties.map(({ id }) => id)).toEqual(ids);
  });

  it('names a party once, with its kinds, and six at most', async () => {
    expect((await search('corner shop')).parties[0]).toEqual({
      id: 'p-2',
      name: 'Corner Shop',
      kinds: ['checker', 'consumer'],
    });
    const many = await search('otc trader');
    expect([many.parties.length, many.more]).toEqual([6, { parties: true, transfers: false }]);
    expect((await search('corner shop')).more).toEqual({ parties: false, transfers: false });
  });

  it('finds a renamed party by its new name alone', async () => {
    await recordBatch(store, [
      party('user', 'p-4', 'Amara Bello'),
      party('user', 'p-4', 'Amara Cissé'),
      party('user', 'both', 'Neither'),
      party('user', 'both', 'Both'),
    ]);
    expect((await search('okafor')).parties).toEqual([]);
    expect((await search('bello')).parties).toEqual([]);
    expect((await search('cissé')).parties).toHaveLength(1);
    expect((await search('both')).parties).toHaveLength(1);
    const rows = await store.query({ text: `select word from party_word where id = 'p-4'` }, []);
    expect(rows).toHaveLength(2);
  });

  it.each([
    [{}, 'data must have text.'],
    [{ text: 7 }, 'data.text must be text.'],
    [{ text: 'a\0' }, 'data.text is not well-formed text.'],
    [{ text: 'x'.repeat(201) }, 'data.text is longer than 200 characters.'],
  ])('refuses %j', async (data, error) => {
    expect(await service.call('/search', { data })).toEqual({
      status: 400,
      body: { code: 400, error },
    });
  });
});

describe('parties of a program of before', () => {
  const ids = async (store: Store, text: string) =>
    (await findPartiesByName(store, text)).parties.map(({ id }) => id);

  it('are found once a store of before is migrated', async () => {
    const store = await openTestStore();
    await recordBatch(store, named);
    await sql`
        drop table party_word;
        alter table party drop column number, drop column worded;
        drop view status_span;
        drop index transfer_stat, transfer_pair, transfer_trxn_folded;
        create index transfer_trxn on transfer (trxn)`.execute(store.db);
    await finding.up(store.db);
    expect(await ids(store, 'corner sh')).toEqual(['p-2', 'p-3']);
    expect(await ids(store, 'amara')).toEqual(['p-4']);
    const summed = { text: 'select span, form, stat, n from status_span' };
    expect(await store.query(summed, [])).toEqual([{ span: 0, form: 'asset', stat: 0, n: 2 }]);
    await store.close();
  });

  it('are found once a later program opens the store, by the names that they have', async () => {
    const store = await openTestStore();
    await recordBatch(store, named);
    // As 1.2 recorded parties: one that is new, one that is renamed.
    await sql`
        insert into party (kind, id, name, checksum)
        select kind, id, name, substr(sha256(convert_to(row(kind, id, name)::text, 'UTF8')), 1, 8)
        from (values ('user', 'p-9', 'Zoë Corner'), ('user', 'p-1', 'Zelda')) as t(kind, id, name)
        on conflict (kind, id) do update set name = excluded.name, checksum = excluded.checksum`.execute(
      store.db,
    );
    expect(await ids(store, 'zo')).toEqual([]);
    expect(await ids(store, 'corner')).toEqual(['p-2', 'p-4', 'p-3']);
    await writeMissingWords(store.db);
    expect(await ids(store, 'zo')).toEqual(['p-9']);
    expect(await ids(store, 'zelda')).toEqual(['p-1']);
    expect(await ids(store, 'corner')).toEqual(['p-2', 'p-4', 'p-9', 'p-3']);
    await store.close();
  });

  it('are found without their accents, as their transfers are', async () => {
    const store = await openTestStore();
    await recordBatch(store, [
      party('user', 'p-1', 'Jürgen'),
      party('creator', 'p-2', 'Plain'),
      ...named.slice(-1).map((record) => ({ ...record, cred: 'p-2', debt: 'p-1' })),
    ]);
    await sql`
        drop index party_id_folded;
        update party_word set word = 'jürgen' where id = 'p-1';
        update transfer set search = replace(search, 'jurgen', 'jürgen')`.execute(store.db);
    const found = async () => {
      const { list } = await listTransfers(store, {
        ...{ list: 'all', index: 1, items: 10, search: 'jurgen' },
      });
      return [await ids(store, 'jurgen'), list.length];
    };
    expect(await found()).toEqual([[], 0]);
    await store.db.transaction().execute((trx) => withoutAccents.up(trx));
    await writeMissingWords(store.db);
    await refreshSearch(store.db);
    expect(await found()).toEqual([['p-1'], 1]);
    await store.close();
  });

  it('are found by whole words, where it let a mark end one', async () => {
    const store = await openTestStore();
    await recordBatch(store, [party('user', 'p-1', 'नई दिल्ली'), party('user', 'p-2', 'İzmir')]);
    const recorded = () =>
      store.query({ text: 'select id, word from party_word order by id, word' }, []);
    const words = await recorded();
    await sql`
        delete from party_word where word = 'दिल्ली';
        insert into party_word (word, first, kind, id)
        values ('ल्ली', false, 'user', 'p-1'), ('ली', false, 'user', 'p-1'), ('zmir', false, 'user', 'p-2')`.execute(
      store.db,
    );
    await store.db.transaction().execute((trx) => wholeWords.up(trx));
    await writeMissingWords(store.db);
    expect(await ids(store, 'दिल्ली')).toEqual(['p-1']);
    expect(await recorded()).toEqual(words);
    await store.close();
  });
});
