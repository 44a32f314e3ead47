import { attack } from '@tallystick/shared/testing/hostile/attack';
import { makeNoise, noises } from '@tallystick/shared/testing/hostile/noise';
import { type Route, routesOf } from '@tallystick/shared/testing/hostile/routes';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestService, type TestService, testToken } from '../service/service.testing.ts';
import type { Store } from '../store/store.ts';
import { testStores } from '../store/test-stores.testing.ts';

/** `HOSTILE_BODIES=10000` is the long run; the seed is printed with what it finds. */
const count = Number(process.env.HOSTILE_BODIES ?? '4');
const seed = Number(process.env.HOSTILE_SEED ?? '20261121');

const tokenSchema = v.object({ access_token: v.string() });
const words = [
  ...[
    'data',
    'index',
    'items',
    'filters',
    'search',
    'item',
    'user',
    'srvc',
    'memo',
    'code',
    'trxn',
  ],
  ...['attempt', 'list', 'party', 'format', 'key', 'name', 'service', 'arguments', 'database'],
  ...['collection', 'filter', '_since', '_position', 'ids', 'baas_request'],
  ...['ledger-test', 'ledger-test', 'api-key', 'all', 'csv'],
  ...['form', 'stat', 'from', 'to', 'credit', 'debit', 'kind', 'text', 'page', '2026-01-31'],
];
const filters = { form: 'asset', stat: [6], from: '2016-01-01', to: '2016-12-31', credit: 'otc-1' };
const list = { data: { index: 1, items: 10, filters: { search: 'a', ...filters } } };
const watch = {
  name: 'watch',
  service: 'mongodb-atlas',
  arguments: [{ database: 'ledger', collection: 'transfers', filter: { _since: '1' } }],
};
const examples = {
  '/transfers/list/latest': list,
  '/transfers/list/data': list,
  '/assets/list/data': list,
  '/transfers/list/user': { data: { ...list.data, user: 'otc-1' } },
  '/transfers/list/creator': { data: { ...list.data, user: 'otc-1' } },
  '/transfers/list/consumer': { data: { ...list.data, user: 'otc-1' } },
  '/transfers/details': { data: { item: 'otc-1' } },
  '/transfers/data/details': { data: { item: 'otc-1' } },
  '/transfers/neighbours': { data: { item: 'otc-1' } },
  '/transfers/changes': { data: { items: ['otc-1'] } },
  '/transfers/activity': { data: { user: 'otc-1', range: 'year' } },
  '/transfers/export': { data: { list: 'all', format: 'csv', search: 'a' } },
  '/transfers/summary': { data: { list: 'all', filters } },
  '/transfers/addresses': { data: { page: 1 } },
  '/parties/counterparties': { data: { kind: 'user', user: 'otc-1' } },
  '/parties/addresses': { data: { page: 1 } },
  '/search': { data: { text: 'otc-1' } },
  '/users/details': { data: { user: 'otc-1' } },
  '/teams/details': { data: { user: 'otc-1' }, srvc: 'creator' },
  '/sandbox/code.create': { data: { user: 'ann@example.org', memo: 'here' }, srvc: 'sandbox' },
  '/sandbox/code.check': {
    data: { user: 'ann@example.org', trxn: 'x', code: '123456', attempt: 'a'.repeat(24) },
  },
  '/api/client/v2.0/app/:app/functions/call': watch,
  '/api/client/v2.0/app/:app/auth/providers/:provider/login': { key: 'test-key' },
  '/session': { token: 'a.b.c' },
};

const openTestStore = testStores();
describe('the ledger service and who means it harm', () => {
  let store: Store;
  let service: TestService;
  let url = '';
  let routes: Route[] = [];
  beforeAll(async () => {
    store = await openTestStore();
    ({ made: service, routes } = await routesOf(() =>
      openTestService(store, { LIMIT_PER_ADDRESS: 999_999_999 }),
    ));
    url = await service.app.listen({ host: '127.0.0.1', port: 0 });
  });
  afterAll(() => service.close());

  it(`answers ${count} bodies for each of its routes, and none of them with its inside`, async () => {
    const login = await fetch(
      `${url}/api/client/v2.0/app/ledger-test/auth/providers/api-key/login`,
      {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ key: 'test-key' }),
      },
    );
    const { access_token: access } = v.parse(tokenSchema, await login.json());
    const callers = [testToken, testToken, testToken, `Bearer ${access}`].map((authorization) => ({
      authorization,
    }));
    expect(routes.length).toBeGreaterThan(20);
    const { findings, answers } = await attack({
      url,
      routes,
      words,
      examples,
      callers: [{}, ...callers],
      count,
      seed,
    });
    expect(findings).toEqual([]);
    if (count > 100) console.table(answers);
    const letIn = Object.entries(answers).filter(([, statuses]) => '200' in statuses);
    expect(letIn.length).toBeGreaterThan(8);
    expect((await fetch(`${url}/health`)).status).toBe(200);
  }, 3_600_000);

  it('closes on bytes that are no request', async () => {
    const port = Number(new URL(url).port);
    for (const noise of noises) {
      const status = await makeNoise(port, noise);
      expect([null, 204, 400, 404, 408, 413, 414, 431, 505], noise.slice(0, 60)).toContain(status);
    }
    expect((await fetch(`${url}/health`)).status).toBe(200);
  });
});
