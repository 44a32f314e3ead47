import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { limitClients } from './limits.ts';
import { openServer } from './open-server.ts';
import { tellReady } from './ready.ts';
import { countRefusals } from './refuse.ts';

let server: FastifyInstance;
let serves: () => Promise<boolean>;
let asked: number;
beforeEach(async () => {
  serves = async () => true;
  server = Fastify({ trustProxy: ['127.0.0.1'] });
  const retryAfter = (client: string) => (client === '198.51.100.9' ? 40 : 0);
  const countMiss = limitClients(server, {
    perAddress: 3,
    spared: ['/files/'],
    apart: ['/reports'],
    retryAfter,
  });
  asked = 0;
  const isServing = () => {
    asked += 1;
    return serves();
  };
  // A busy machine may be slow between two questions.
  tellReady(server, isServing, undefined, 600_000);
  server.get('/files/*', async (request, reply) =>
    countMiss(request, reply) ? reply : reply.callNotFound(),
  );
  server.get('/files/a.js', async () => 'a');
  server.get('/health', async () => 'ok');
  server.get('/', async () => 'page');
  server.get('/reports', async () => 'reported');
});
afterEach(() => server.close());

const get = (url: string, from = '198.51.100.1') =>
  server.inject({ method: 'GET', url, headers: { 'x-forwarded-for': from } });
const statuses = async (url: string, count: number, from?: string) => {
  const found = [];
  for (let n = 0; n < count; n += 1) found.push((await get(url, from)).statusCode);
  return found;
};

describe('a guarded server', () => {
  it('holds a client to its requests a minute, and says when to come back', async () => {
    expect(await statuses('/', 4)).toEqual([200, 200, 200, 429]);
    const refused = await get('/none');
    expect(refused.json()).toEqual({
      code: 429,
      error: 'Too many requests. Please wait a minute.',
    });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(refused.headers['cache-control']).toBe('no-store');
    expect(await statuses('/', 1, '198.51.100.2')).toEqual([200]);
  });

  it('has what it refuses in its log, in one line, though what counts that was set up later', async () => {
    const lines: string[] = [];
    countRefusals(server, (line) => lines.push(line), 20);
    expect(await statuses('/', 5)).toEqual([200, 200, 200, 429, 429]);
    await expect
      .poll(() => lines.join())
      .toMatch(/^\d requests? refused or left in the last minute \(GET \/ 429: \d\)/);
  });

  it('counts what pages report by itself: a flood of that takes nothing from the pages', async () => {
    expect(await statuses('/reports', 5)).toEqual([200, 200, 200, 429, 429]);
    expect(await statuses('/', 4)).toEqual([200, 200, 200, 429]);
    expect(await statuses('/reports', 1, '198.51.100.2')).toEqual([200]);
  });

  it('takes addresses of one IPv6 network for one client', async () => {
    for (const last of ['1', '2', '3']) await get('/', `2001:db8::${last}`);
    expect((await get('/', '2001:db8::4')).statusCode).toBe(429);
  });

  it('counts what no route takes, also below the paths of files', async () => {
    const post = () =>
      server.inject({ method: 'POST', url: '/files/a.js', remoteAddress: '198.51.100.1' });
    const found = [];
    for (let n = 0; n < 4; n += 1) found.push((await post()).statusCode);
    expect(found).toEqual([404, 404, 404, 429]);
  });

  it('counts neither files nor what asks for health, but files that are not there', async () => {
    for (const url of ['/files/a.js', '/health']) {
      expect(await statuses(url, 5)).toEqual([200, 200, 200, 200, 200]);
    }
    expect(await statuses('/files/none.js', 4)).toEqual([404, 404, 404, 429]);
    expect(await statuses('/files/a.js', 1)).toEqual([200]);
  });

  it('refuses a client that has cost too much until it is within its share again', async () => {
    const refused = await get('/', '198.51.100.9');
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '40']);
    expect(await statuses('/health', 1, '198.51.100.9')).toEqual([200]);
  });

  it('counts who asks whether it is ready, and finds out once for all of them', async () => {
    expect(await statuses('/ready', 4)).toEqual([200, 200, 200, 429]);
    await statuses('/ready', 1, '198.51.100.2');
    expect(asked).toBe(1);
  });

  it('is ready while it can serve', async () => {
    expect((await get('/ready')).json()).toEqual({ status: 'ready' });
  });

  it.each([
    ['says no', async () => false],
    ['fails', () => Promise.reject(new Error('gone'))],
  ])('is not ready while what it needs %s', async (_, cannot) => {
    serves = cannot;
    const { statusCode, headers } = await get('/ready');
    expect([statusCode, headers['retry-after']]).toEqual([503, '5']);
  });
});

it('counts addresses that cannot be read, or are too long, as any others', async () => {
  const guarded = openServer({}, { headers: { secure: true, referrer: 'no-referrer' } });
  onTestFinished(() => guarded.close());
  limitClients(guarded, { perAddress: 4 });
  guarded.get('/things/:id', async () => 'thing');
  const found = [];
  for (const url of ['/%zz', '/%', `/things/${'a'.repeat(101)}`, '/none', '/%zz']) {
    const { statusCode, headers } = await guarded.inject({ method: 'GET', url });
    found.push([statusCode, headers['x-content-type-options']]);
  }
  expect(found.map(([code]) => code)).toEqual([400, 400, 414, 404, 429]);
  expect(new Set(found.map(([, type]) => type))).toEqual(new Set(['nosniff']));
});
