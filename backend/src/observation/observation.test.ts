import { sendRaw } from '@tallystick/guard/raw-request.testing';
import { freePort } from '@tallystick/store/free-ports.testing';
import Fastify from 'fastify';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { errorSchema } from '../service/answers.ts';
import { openTestService, type TestService, testToken } from '../service/service.testing.ts';
import type { Store } from '../store/store.ts';
import { testStores } from '../store/test-stores.testing.ts';
import { serveHealth } from './readiness.ts';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const openTestStore = testStores();
describe('what the service tells of itself', () => {
  let store: Store;
  let service: TestService;
  let lines: Record<string, unknown>[];
  const open = async (changed?: Parameters<typeof openTestService>[1]) => {
    lines = [];
    service = await openTestService(
      store,
      { LOG_LEVEL: 'info', ...changed },
      { write: (line) => lines.push(JSON.parse(line)) },
    );
  };
  const search = (headers: Record<string, string> = {}) =>
    service.app.inject({
      method: 'POST',
      url: '/transfers/list/latest?secret=in-the-address',
      headers: { authorization: testToken, ...headers },
      payload: { data: { index: 1, items: 10, filters: { search: 'alice@example.org' } } },
    });

  beforeAll(async () => {
    store = await openTestStore();
  });
  afterAll(() => store.close());
  beforeEach(() => open());
  afterEach(() => service.close());

  it('logs a request in one line of JSON, by the id that its answer tells', async () => {
    const answer = await search();
    expect(answer.headers['x-request-id']).toMatch(uuid);
    expect(lines).toEqual([
      {
        level: 'info',
        time: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
        service: 'ledger',
        request: answer.headers['x-request-id'],
        method: 'POST',
        route: '/transfers/list/latest',
        status: 200,
        trace: answer.headers['x-trace-id'],
        milliseconds: expect.any(Number),
        msg: 'answered',
      },
    ]);
  });

  it('logs no credential, no body and no address', async () => {
    await search();
    await search({ authorization: 'Bearer another-secret', cookie: 'session=abc' });
    await service.app.inject({ url: '/nothing/of-the-kind?code=123456' });
    expect(lines.map(({ status, route }) => [status, route])).toEqual([
      [200, '/transfers/list/latest'],
      [401, '/transfers/list/latest'],
      [404, 'none'],
    ]);
    expect(JSON.stringify(lines)).not.toMatch(
      /test-token|another-secret|session=|alice|in-the-address|of-the-kind|123456|127\.0\.0\.1/,
    );
  });

  it('takes over the id of a proxy that is trusted, if it is one', async () => {
    const given = { 'x-request-id': 'proxy-12345678' };
    expect((await search(given)).headers['x-request-id']).toMatch(uuid);
    await service.close();
    await open({ TRUSTED_PROXIES: ['127.0.0.1'] });
    expect((await search(given)).headers['x-request-id']).toBe('proxy-12345678');
    const broken = { 'x-request-id': '<script>"' };
    expect((await search(broken)).headers['x-request-id']).toMatch(uuid);
  });

  it('counts requests by route and outcome, at a port for this machine alone', async () => {
    await service.close();
    const port = await freePort();
    await open({ METRICS_PORT: port });
    await search();
    await search();
    await search({ authorization: 'wrong' });
    await service.app.inject({ url: '/one' });
    await service.app.inject({ url: '/two' });
    const answer = await fetch(`http://127.0.0.1:${port}/metrics`);
    expect(answer.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
    const text = await answer.text();
    const count = (labels: string) =>
      new RegExp(
        `^http_request_duration_seconds_count\\{server="ledger",${labels}\\} (\\d+)$`,
        'm',
      ).exec(text)?.[1];
    expect(count('method="POST",route="/transfers/list/latest",status="200"')).toBe('2');
    expect(count('method="POST",route="/transfers/list/latest",status="401"')).toBe('1');
    expect(count('method="GET",route="none",status="404"')).toBe('2');
    expect(text).toContain('\nevent_streams_open{server="ledger"} 0\n');
    expect(text).toContain('process_resident_memory_bytes');
    // What cannot be read within a second is not there: a busy machine may take longer for one reading.
    const read = async () => (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
    await expect.poll(read).toContain('\nstore_answers 1\n');
    await expect.poll(read).toMatch(/\nstore_size_bytes [1-9]\d{5,}\n/);
    await expect.poll(read).toMatch(/\ndata_folder_free_bytes [1-9]/);
  });

  it.each([
    ['by a proxy', 'HTTP/1.1', 'host: localhost\r\nx-forwarded-for: 192.0.2.1'],
    ['by a proxy that hides itself', 'HTTP/1.0', 'host: localhost'],
    ['by another name', 'HTTP/1.1', 'host: a.example'],
    ['by a page of the site', 'HTTP/1.1', 'host: localhost\r\norigin: http://site.example'],
    ['by a page elsewhere', 'HTTP/1.1', 'host: localhost\r\nsec-fetch-site: cross-site'],
  ])('tells what it counts to nobody who comes %s', async (_how, version, headers) => {
    await service.close();
    const port = await freePort();
    await open({ METRICS_PORT: port });
    const request = `GET /metrics ${version}\r\n${headers}\r\nconnection: close\r\n\r\n`;
    const answer = await sendRaw(port, request);
    expect(answer).toMatch(/^HTTP\/1\.1 404 /);
    expect(answer.toLowerCase()).not.toContain('access-control');
  });

  it('tells nothing of it where the public asks', async () => {
    const headers = { host: 'localhost:4100' };
    const answer = await service.app.inject({ url: '/metrics', headers });
    expect([answer.statusCode, answer.json().code]).toEqual([404, 404]);
  });

  it('is ready while its store answers', async () => {
    // A store that takes two seconds to answer is not ready then.
    const ready = async () => {
      const answer = await service.app.inject({ url: '/ready' });
      return [answer.statusCode, answer.json()];
    };
    await expect.poll(ready).toEqual([200, { status: 'ready' }]);
  });
});

describe('a service whose store', () => {
  it.each([
    ['fails', () => Promise.reject(new Error('gone'))],
    ['hangs', () => new Promise<never>(() => {})],
  ])('%s lives, but is not ready', async (_how, query) => {
    const app = Fastify();
    app.addSchema(errorSchema);
    serveHealth(app, { query }, undefined, 20);
    const answer = await app.inject({ url: '/ready' });
    expect([answer.statusCode, answer.json()]).toEqual([
      503,
      { code: 503, error: 'The ledger is not available now. Please try again.' },
    ]);
    expect(answer.headers['retry-after']).toBe('5');
    expect((await app.inject({ url: '/health' })).json()).toEqual({ status: 'ok' });
    await app.close();
  });
});
