import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Store } from '../store/store.ts';
import { testStores } from '../store/test-stores.testing.ts';
import { openTestService, type TestService, testToken } from './service.testing.ts';

const usual = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'strict-transport-security': 'max-age=31536000',
  'permissions-policy': expect.stringContaining('camera=()'),
  'content-security-policy': expect.stringMatching(/default-src 'none'.*frame-ancestors 'none'/),
};

const openTestStore = testStores();
let store: Store;
let service: TestService;
beforeAll(async () => {
  store = await openTestStore();
  service = await openTestService(store, { LEDGER_URL: 'https://ledger.test' });
});
afterAll(async () => {
  await service.close();
  await store.close();
});

it.each([
  ['GET', '/health', 200],
  ['GET', '/ready', 200],
  ['GET', '/openapi.json', 200],
  ['GET', '/none', 404],
  ['POST', '/transfers/list/latest', 200],
  ['GET', '/transfers/list/latest', 405],
  ['POST', '/sandbox/code.check', 400],
  ['POST', '/session', 401],
] as const)('%s %s has the usual headers', async (method, url, status) => {
  const payload = method === 'POST' ? { payload: { data: { index: 1, items: 10 } } } : {};
  const headers = { authorization: testToken };
  const ask = async () => {
    const answer = await service.app.inject({ method, url, headers, ...payload });
    expect(answer.headers).toMatchObject(usual);
    return answer.statusCode;
  };
  // A store that takes two seconds to answer is not ready then.
  if (url === '/ready') await expect.poll(ask).toBe(status);
  else expect(await ask()).toBe(status);
});
