import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Store } from '../store/store.ts';
import { testStores } from '../store/test-stores.testing.ts';
import { openTestService, type TestService, testToken } from './service.testing.ts';

const refusal = { code: 429, error: 'Too many requests. Please wait a minute.' };

const openTestStore = testStores();
describe('limits of the service', () => {
  let store: Store;
  let service: TestService;
  beforeAll(async () => {
    store = await openTestStore();
  });
  afterAll(() => store.close());
  afterEach(() => service.close());

  const ask = async (headers: Record<string, string> = {}, credential = testToken) => {
    const answer = await service.app.inject({
      method: 'POST',
      url: '/transfers/list/latest',
      headers: { authorization: credential, ...headers },
      payload: { data: { index: 1, items: 10 } },
    });
    return answer;
  };
  const statuses = async (count: number, headers?: Record<string, string>) => {
    const answers = [];
    for (let i = 0; i < count; i++) answers.push((await ask(headers)).statusCode);
    return answers;
  };

  it('holds an address to its requests a minute, and says when to come back', async () => {
    service = await openTestService(store, { LIMIT_PER_ADDRESS: 3 });
    expect(await statuses(5)).toEqual([200, 200, 200, 429, 429]);
    const refused = await ask({ origin: 'http://site.example' });
    expect(refused.json()).toEqual(refusal);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60);
    expect(refused.headers['access-control-allow-origin']).toBe('http://site.example');
  });

  it('counts what is refused for its credential too', async () => {
    service = await openTestService(store, { LIMIT_PER_ADDRESS: 2 });
    await ask({}, 'wrong');
    await ask({}, 'wrong');
    expect((await ask()).statusCode).toBe(429);
  });

  it('tells clients behind a trusted proxy apart, and believes no other', async () => {
    service = await openTestService(store, {
      LIMIT_PER_ADDRESS: 1,
      TRUSTED_PROXIES: ['127.0.0.1'],
    });
    expect(await statuses(2, { 'x-forwarded-for': '192.0.2.1' })).toEqual([200, 429]);
    expect(await statuses(2, { 'x-forwarded-for': '192.0.2.2' })).toEqual([200, 429]);
    await service.close();
    service = await openTestService(store, { LIMIT_PER_ADDRESS: 1 });
    expect(await statuses(1, { 'x-forwarded-for': '192.0.2.1' })).toEqual([200]);
    expect(await statuses(1, { 'x-forwarded-for': '192.0.2.2' })).toEqual([429]);
  });

  it('takes one network of IPv6 for one client', async () => {
    service = await openTestService(store, {
      LIMIT_PER_ADDRESS: 1,
      TRUSTED_PROXIES: ['127.0.0.1'],
    });
    expect(await statuses(1, { 'x-forwarded-for': '2001:db8:0:1::1' })).toEqual([200]);
    expect(await statuses(1, { 'x-forwarded-for': '2001:db8:0:1:ffff::2' })).toEqual([429]);
    expect(await statuses(1, { 'x-forwarded-for': '2001:db8:0:2::1' })).toEqual([200]);
  });

  it('holds all who use one credential, from wherever', async () => {
    service = await openTestService(store, {
      LIMIT_PER_CREDENTIAL: 2,
      TRUSTED_PROXIES: ['127.0.0.1'],
    });
    const from = (address: string) => ask({ 'x-forwarded-for': address });
    expect((await from('192.0.2.1')).statusCode).toBe(200);
    expect((await from('192.0.2.2')).statusCode).toBe(200);
    const refused = await from('192.0.2.3');
    expect([refused.statusCode, refused.json()]).toEqual([429, refusal]);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  });

  it('never refuses who asks for its health', async () => {
    service = await openTestService(store, { LIMIT_PER_ADDRESS: 1 });
    await statuses(2);
    expect((await service.app.inject({ url: '/health' })).statusCode).toBe(200);
  });
});
