import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, describe, expect, it } from 'vitest';
import { boundWaiting, turnAwayUnderPressure } from './pressure.ts';

let app: FastifyInstance;
afterEach(() => app.close());

describe('calls that wait for the store', () => {
  it('are at most so many at once: one more is turned away, and has its place when one is done', async () => {
    app = Fastify();
    const waiting: (() => void)[] = [];
    boundWaiting(app, 2);
    app.get('/', () => new Promise((done) => waiting.push(() => done('answered'))));
    const url = await app.listen({ host: '127.0.0.1', port: 0 });

    const first = [fetch(url), fetch(url)];
    await expect.poll(() => waiting.length).toBe(2);
    const third = await fetch(url);
    expect([third.status, await third.json()]).toEqual([
      503,
      { code: 503, error: 'Too much is asked now. Please try again.' },
    ]);
    expect(third.headers.get('retry-after')).toBe('2');

    for (const done of waiting.splice(0)) done();
    expect((await Promise.all(first)).map(({ status }) => status)).toEqual([200, 200]);
    const fourth = fetch(url);
    await expect.poll(() => waiting.length).toBe(1);
    waiting.pop()?.();
    expect((await fourth).status).toBe(200);
  });

  it('give their place back when who asked has left', async () => {
    app = Fastify();
    let asked = 0;
    boundWaiting(app, 1);
    app.get('/', () => {
      asked += 1;
      return asked === 1 ? new Promise(() => {}) : 'answered';
    });
    const url = await app.listen({ host: '127.0.0.1', port: 0 });
    const leaving = new AbortController();
    const left = fetch(url, { signal: leaving.signal }).catch(() => 'left');
    await expect.poll(() => asked).toBe(1);
    leaving.abort();
    await left;
    await expect.poll(async () => (await fetch(url)).status).toBe(200);
  });
});

describe('a process that cannot keep up', () => {
  it('turns requests away at once, but tells its health, and takes them again', async () => {
    app = Fastify();
    await turnAwayUnderPressure(app, 50);
    app.get('/', () => 'answered');
    app.get('/health', () => 'ok');
    const url = await app.listen({ host: '127.0.0.1', port: 0 });
    const status = async (path: string) => (await fetch(url + path)).status;
    await expect.poll(() => status('/')).toBe(200);

    const busy = setInterval(() => {
      const until = performance.now() + 200;
      while (performance.now() < until);
    }, 1);
    await expect.poll(() => status('/')).toBe(503);
    expect(await status('/health')).toBe(200);
    clearInterval(busy);
    await expect.poll(() => status('/')).toBe(200);
  });

  it('does not turn anybody away for stops that are shorter than the longest', async () => {
    app = Fastify();
    await turnAwayUnderPressure(app, 60_000);
    app.get('/', () => 'answered');
    const url = await app.listen({ host: '127.0.0.1', port: 0 });
    // Each is longer than what the lag is measured over.
    const busy = setInterval(() => {
      const until = performance.now() + 1_100;
      while (performance.now() < until);
    }, 1);
    const statuses: number[] = [];
    for (let time = 0; time < 4; time += 1) statuses.push((await fetch(url)).status);
    clearInterval(busy);
    expect(statuses).toEqual([200, 200, 200, 200]);
  });
});
