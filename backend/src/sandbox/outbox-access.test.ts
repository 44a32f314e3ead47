import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestService, type TestService } from '../service/service.testing.ts';
import type { Store } from '../store/store.ts';
import { testStores } from '../store/test-stores.testing.ts';

const site = 'http://site.example';

const openTestStore = testStores();
describe('the outbox', () => {
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
  const read = (headers: Record<string, string>) =>
    service.app.inject({
      url: '/sandbox/outbox',
      headers: { host: 'localhost:4100', ...headers },
    });

  it.each([
    ['a program', {}],
    ['itself', { origin: 'http://localhost:4100', 'sec-fetch-site': 'same-origin' }],
    ['a link on the site of this machine', { 'sec-fetch-site': 'same-site' }],
  ])('is shown to who comes from %s', async (_who, headers) => {
    expect((await read(headers)).statusCode).toBe(200);
  });

  it.each([
    ['the site', { origin: site }],
    ['a page elsewhere', { origin: 'https://evil.example' }],
    ['a page without an origin', { origin: 'null' }],
    ['a page elsewhere, as an image', { 'sec-fetch-site': 'cross-site' }],
    ['a name that leads here', { host: 'evil.example:4100' }],
    ['a proxy', { forwarded: 'for=192.0.2.1' }],
  ])('is not there for %s', async (_who, headers) => {
    const answer = await read(headers);
    expect(answer.statusCode).toBe(404);
    expect(Object.keys(answer.headers).join()).not.toContain('access-control-allow-origin');
  });

  it('lets no page of another origin read it', async () => {
    const answer = await service.app.inject({
      method: 'OPTIONS',
      url: '/sandbox/outbox',
      headers: { host: 'localhost:4100', origin: site, 'access-control-request-method': 'GET' },
    });
    expect(Object.keys(answer.headers).join()).not.toContain('access-control-allow-origin');
  });
});
