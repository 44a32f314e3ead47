import { text } from 'node:stream/consumers';
import { tries } from '@tallystick/contract/testing/proof';
import type { ExportFormat, ExportList } from '@tallystick/shared/contracts/export';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importLines } from '../import/import-lines.ts';
import { storeTarget } from '../import/target.ts';
import {
  createModel,
  everyParty,
  partyIds,
  transferRecord,
} from '../ledger/ledger-model.testing.ts';
import type { LedgerRecord } from '../ledger/ledger-record.ts';
import { recordBatch } from '../ledger/record.ts';
import {
  fixtureRecords,
  openTestService,
  type TestService,
  testToken,
} from '../service/service.testing.ts';
import type { Store } from '../store/store.ts';
import { emptyLedger, testStores } from '../store/test-stores.testing.ts';
import { listTransfers } from '../transfers/transfer-list.ts';

interface Asked {
  list: ExportList;
  user?: string;
  format?: ExportFormat;
  filters?: { search?: string; form?: 'asset' };
}

const send = ({ app }: TestService, data: Asked) =>
  app.inject({
    method: 'POST',
    url: '/transfers/export',
    headers: { authorization: testToken },
    payload: { data: { format: 'ndjson', ...data } },
  });

async function exported(service: TestService, data: Asked): Promise<string> {
  const answer = await send(service, data);
  expect(answer.statusCode).toBe(200);
  return answer.payload;
}

const recordsOf = (ndjson: string): LedgerRecord[] =>
  ndjson
    .trimEnd()
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));

const itemsOf = (ndjson: string) =>
  recordsOf(ndjson).flatMap((record) => (record.record === 'transfer' ? [record.item] : []));

async function importText(store: Store, ndjson: string) {
  const lines = async function* () {
    for (const [place, text] of ndjson.trimEnd().split('\n').entries()) {
      yield { number: place + 1, text };
    }
  };
  const { report } = await importLines(lines(), storeTarget(store));
  return report;
}

const lists: readonly { list: ExportList; user?: string }[] = [
  { list: 'all' },
  { list: 'assets' },
  ...(['creator', 'consumer', 'user'] as const).flatMap((list) =>
    partyIds.map((user) => ({ list, user })),
  ),
];

/** 1,300 transfers, many of one moment, among few parties. */
const many: LedgerRecord[] = [
  ...everyParty,
  ...Array.from(
    { length: 1_300 },
    (_, n): LedgerRecord => ({
      record: 'transfer',
      item: `m${n}`,
      trxn: n % 7 === 0 ? null : `trxn ${n}`,
      stat: n % 10,
      feat: { form: n % 3 === 0 ? 'data' : 'asset', sort: 'transfer' },
      crts: Math.floor(n / 40) * 1_000,
      cred: n % 2 === 0 ? 'a' : 'ä',
      debt: n % 5 === 0 ? 'b' : 'c%',
      vars: [{ name: 'note', memo: 'for the reader', data: `=${n}` }],
    }),
  ),
];

const openTestStore = testStores();
describe('an export', () => {
  let store: Store;
  let service: TestService;
  beforeAll(async () => {
    store = await openTestStore();
    service = await openTestService(store);
  });
  afterAll(async () => {
    await service.close();
    await store.close();
  });

  it('is the list as the model has it, each transfer after its parties', async () => {
    const batch = fc.array(transferRecord(10), { maxLength: 30 });
    await fc.assert(
      fc.asyncProperty(batch, fc.constantFrom(...lists), async (records, asked) => {
        await emptyLedger(store);
        const model = createModel();
        for (const records_ of [everyParty, records]) {
          model.record(records_);
          await recordBatch(store, records_);
        }
        const stored = new Map<string, LedgerRecord & { record: 'transfer' }>();
        for (const record of records) {
          if (record.record !== 'transfer') continue;
          const vars = record.vars ?? stored.get(record.item)?.vars ?? [];
          stored.set(record.item, { ...record, vars });
        }
        const expected = model
          .list({ list: asked.list, party: asked.user ?? '' })
          .map(({ item, stat }) => {
            const { vars, ...rest } = { vars: [], ...stored.get(item) };
            return stat === 6 ? { ...rest, vars } : rest;
          });
        const written = recordsOf(await exported(service, asked));
        expect(written.filter(({ record }) => record === 'transfer')).toEqual(expected);
        const parties = new Set<string>();
        for (const record of written) {
          if (record.record === 'party') {
            expect(everyParty).toContainEqual(record);
            parties.add(`${record.kind}/${record.id}`);
          } else {
            const kinds = record.feat.form === 'asset' ? ['creator'] : ['consumer', 'checker'];
            for (const kind of kinds) expect(parties).toContain(`${kind}/${record.cred}`);
            expect(parties).toContain(`user/${record.debt}`);
          }
        }
        expect(parties.size).toBe(written.filter(({ record }) => record === 'party').length);
      }),
      { numRuns: tries(8) },
    );
  });

  it('imports into an empty ledger, which then exports the same', async () => {
    await emptyLedger(store);
    await recordBatch(store, [...(await fixtureRecords()), ...many]);
    for (const asked of [{ list: 'all' }, { list: 'user', user: 'b' }] as const) {
      const ndjson = await exported(service, asked);
      const fresh = await openTestStore();
      const report = await importText(fresh, ndjson);
      expect(report.bad).toBe(0);
      expect(report.transfers.inserted).toBe(itemsOf(ndjson).length);
      const again = await openTestService(fresh);
      expect(await exported(again, asked)).toBe(ndjson);
      await again.close();
      await fresh.close();
    }
  });

  it('imports into its own ledger without a change', async () => {
    await emptyLedger(store);
    await recordBatch(store, many);
    const report = await importText(store, await exported(service, { list: 'all' }));
    expect(report).toMatchObject({
      bad: 0,
      transfers: { inserted: 0, updated: 0, unchanged: 1_300 },
      parties: { inserted: 0, updated: 0 },
    });
  });

  it('holds a long list whole, in order and once, with its search', async () => {
    await emptyLedger(store);
    await recordBatch(store, many);
    const searches = ['', 'm1', 'M12', 'user c', '%', 'nothing at all'];
    for (const search of searches) {
      for (const asked of [{ list: 'all' }, { list: 'creator', user: 'ä' }] as const) {
        const { user: party = '' } = { user: undefined, ...asked };
        const listed: string[] = [];
        for (let index = 1; ; index += 1) {
          const { list } = await listTransfers(store, {
            list: asked.list,
            party,
            index,
            items: 100,
            search,
          });
          listed.push(...list.map(({ item }) => item));
          if (list.length < 100) break;
        }
        expect(itemsOf(await exported(service, { ...asked, filters: { search } }))).toEqual(listed);
      }
    }
  });

  it('as CSV has a line for each transfer, and shows what may be read alone', async () => {
    await emptyLedger(store);
    await recordBatch(store, many);
    const answer = await send(service, { list: 'all', format: 'csv' });
    expect(answer.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8; header=present',
      'content-disposition': expect.stringMatching(
        /^attachment; filename="tallystick-transfers-\d{4}-\d\d-\d\d\.csv"$/,
      ),
      'cache-control': 'no-store',
    });
    const lines = answer.payload.split('\r\n');
    expect(lines).toHaveLength(1_302);
    expect(lines.filter((line) => line.includes('for the reader'))).toHaveLength(130);
  });

  it('is named after its list, and says whether that is filtered', async () => {
    const filters = { form: 'asset' } as const;
    const { headers } = await send(service, { list: 'user', user: 'b', filters });
    expect(headers['content-disposition']).toMatch(
      /^attachment; filename="tallystick-user-b-filtered-\d{4}-\d\d-\d\d\.ndjson"$/,
    );
  });

  it('of nothing is empty', async () => {
    expect(await exported(service, { list: 'user', user: 'nobody' })).toBe('');
    const csv = await exported(service, { list: 'user', user: 'nobody', format: 'csv' });
    expect(csv).toMatch(/^item,.*,data\r\n$/);
  });

  it('leaves the store to others, and reads no faster than it is taken', async () => {
    await emptyLedger(store);
    await recordBatch(store, everyParty);
    for (let batch = 0; batch < 4; batch += 1) {
      await recordBatch(
        store,
        Array.from({ length: 1_000 }, (_, n) => ({
          ...transfer,
          item: `s${batch}-${n}`,
          crts: 1_000 + n,
          vars: [{ name: 'long', memo: '', data: 'x'.repeat(500) }],
        })),
      );
    }
    let asked = 0;
    const counting: Store = {
      ...store,
      openSnapshot: async () => {
        const snapshot = await store.openSnapshot();
        return {
          ...snapshot,
          query: (statement, values) => {
            asked += 1;
            return snapshot.query(statement, values);
          },
        };
      },
    };
    const slow = await openTestService(counting);
    const answer = await slow.app.inject({
      method: 'POST',
      url: '/transfers/export',
      headers: { authorization: testToken },
      payload: { data: { list: 'all', format: 'csv' } },
      payloadAsStream: true,
    });
    const reading = answer.stream();
    await recordBatch(store, [
      { ...transfer, item: 'later', crts: 0 },
      { ...transfer, item: 'newest', crts: 1e15 },
    ]);
    // Meanwhile another is taken whole; each asks ten times or more.
    await exported(service, { list: 'all' });
    expect(asked).toBeLessThan(5);
    const csv = await text(reading);
    expect(csv).not.toContain('newest');
    expect(csv).not.toContain('later');
    await slow.close();
  });

  it('that is given up lets the next one begin', async () => {
    const address = await service.app.listen({ host: '127.0.0.1', port: 0 });
    const ask = (signal?: AbortSignal) =>
      fetch(`${address}/transfers/export`, {
        method: 'POST',
        headers: { authorization: testToken, 'content-type': 'application/json' },
        body: JSON.stringify({ data: { list: 'all', format: 'ndjson' } }),
        ...(signal && { signal }),
      });
    const given = new AbortController();
    const first = await Promise.all(Array.from({ length: 2 }, () => ask(given.signal)));
    expect(first.map(({ status }) => status)).toEqual([200, 200]);
    given.abort();
    await expect.poll(async () => (await ask()).status).toBe(200);
  });

  it('needs the credential, and is described with what it answers', async () => {
    const answer = await service.app.inject({ method: 'POST', url: '/transfers/export' });
    expect(answer.statusCode).toBe(401);
    const document = (await service.app.inject('/openapi.json')).json<unknown>();
    expect(document).toMatchObject({
      paths: {
        '/transfers/export': {
          post: {
            responses: {
              200: { content: { 'text/csv': {}, 'application/x-ndjson': {} } },
              503: { content: { 'application/json': {} } },
            },
          },
        },
      },
    });
  });

  it.each([
    [{ list: 'user' }, 'data must have user for the list of a party.'],
    [{ list: 'nothing' }, 'data.list must be one of: all, assets, creator, consumer, user.'],
    [{ list: 'all', format: 'xls' }, 'data.format must be one of: csv, ndjson, proofs.'],
    [
      { list: 'assets', format: 'proofs' },
      'With proofs there is the whole list alone, without filters.',
    ],
  ])('refuses %j', async (data, error) => {
    expect(await service.call('/transfers/export', { data: { format: 'csv', ...data } })).toEqual({
      status: 400,
      body: { code: 400, error },
    });
  });

  it('that cannot begin is an error as of any call', async () => {
    const broken = await openTestService({
      ...store,
      openSnapshot: async () => ({
        query: () => Promise.reject(Object.assign(new Error('down'), { code: '08006' })),
        release: async () => {},
      }),
    });
    expect(
      await broken.call('/transfers/export', { data: { list: 'all', format: 'csv' } }),
    ).toEqual({
      status: 503,
      body: { code: 503, error: 'The ledger is not available now. Please try again.' },
    });
    await broken.close();
  });
});

const transfer = {
  record: 'transfer',
  trxn: null,
  stat: 6,
  feat: { form: 'asset', sort: 'transfer' },
  cred: 'a',
  debt: 'b',
  vars: [],
} as const satisfies Partial<LedgerRecord>;
