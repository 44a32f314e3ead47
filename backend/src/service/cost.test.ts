import { connect } from 'node:net';
import { currentWork } from '@tallystick/store/caller';
import { StoreRefusal } from '@tallystick/store/fair-queue';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Store } from '../store/store.ts';
import { testStores } from '../store/test-stores.testing.ts';
import { openTestService, type TestService, testToken } from './service.testing.ts';

const path = '/transfers/list/latest';

const openTestStore = testStores();
describe('what requests cost', () => {
  let store: Store;
  let service: TestService;
  let lines: Record<string, unknown>[];
  beforeAll(async () => {
    store = await openTestStore();
  });
  afterAll(() => store.close());
  afterEach(() => service.close());

  const open = async (
    changed: Partial<Store>,
    settings?: Parameters<typeof openTestService>[1],
  ) => {
    lines = [];
    service = await openTestService(
      { ...store, ...changed },
      { LOG_LEVEL: 'info', TRUSTED_PROXIES: ['127.0.0.1'], ...settings },
      { write: (line) => lines.push(JSON.parse(line)) },
    );
  };
  const list = (from: string, search = '', credential = testToken) =>
    service.app.inject({
      method: 'POST',
      url: path,
      headers: { authorization: credential, 'x-forwarded-for': from },
      payload: { data: { index: 1, items: 10, filters: { search } } },
    });

  it('is charged to the client that asks, searches as batch work', async () => {
    const asked: unknown[] = [];
    await open({
      query: (statement, values) => {
        const { caller, priority } = currentWork();
        asked.push([caller?.client, priority]);
        return store.query(statement, values);
      },
    });
    await list('192.0.2.7');
    await list('2001:db8:1:2::1', 'zz');
    expect(asked[0]).toEqual(['192.0.2.7', 'interactive']);
    expect(asked.slice(1)).toContainEqual(['2001:db8:1:2', 'batch']);
    expect(asked.slice(1)).not.toContainEqual(['2001:db8:1:2', 'interactive']);
  });

  it('is refused to a client that has used its share, before anything else', async () => {
    await open({ retryAfter: (client) => (client === '192.0.2.7' ? 7 : 0) });
    const refused = await list('192.0.2.7', '', 'wrong');
    expect([refused.statusCode, refused.headers['retry-after'], refused.json()]).toEqual([
      429,
      '7',
      { code: 429, error: 'Your requests have used too much of the service. Please wait.' },
    ]);
    expect((await list('192.0.2.8')).statusCode).toBe(200);
  });

  it.each([429, 503] as const)('is told with %d if the store does not take more', async (code) => {
    await open({ query: () => Promise.reject(new StoreRefusal(code, 'Later.', 3)) });
    const refused = await list('192.0.2.7', 'some');
    expect([refused.statusCode, refused.headers['retry-after'], refused.json()]).toEqual([
      code,
      '3',
      { code, error: 'Later.' },
    ]);
    expect(lines).toEqual([]);
  });

  it('is spared when the client goes away', async () => {
    let gone: AbortSignal | undefined;
    await open({
      query: () =>
        new Promise((_, reject) => {
          gone = currentWork().caller?.gone;
          gone?.addEventListener('abort', () => reject(new StoreRefusal(499, 'Gone.')));
        }),
    });
    const { port } = new URL(await service.app.listen({ host: '127.0.0.1', port: 0 }));
    const socket = connect(Number(port), '127.0.0.1');
    const body = '{"data":{"index":1,"items":10}}';
    socket.write(
      `POST ${path} HTTP/1.1\r\nhost: a\r\nauthorization: ${testToken}\r\n` +
        `content-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
    );
    await expect.poll(() => gone?.aborted).toBe(false);
    socket.destroy();
    await expect.poll(() => gone?.aborted).toBe(true);
  });

  it('is logged in one line for all that were refused, without a client', async () => {
    await open({}, { LIMIT_PER_ADDRESS: 1 });
    for (let n = 0; n < 3; n += 1) await list('192.0.2.7');
    await service.app.close();
    expect(lines.map(({ msg }) => msg)).toEqual([
      'answered',
      `2 requests refused or left in the last minute (POST ${path} 429: 2)`,
    ]);
  });
});
