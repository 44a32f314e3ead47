import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, describe, expect, it } from 'vitest';
import { turnAwayUnderPressure } from './pressure.ts';

let app: FastifyInstance;
afterEach(() => app.close());

describe('a process that cannot keep up', () => {
  it('turns requests away at once, but tells its health, and takes them again', async () => {
    app = Fastify();
    turnAwayUnderPressure(app, 100);
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
    turnAwayUnderPressure(app, 60_000);
    app.get('/', () => 'answered');
    const url = await app.listen({ host: '127.0.0.1', port: 0 });
    // Each is longer than what the lag is measured over.
    const busy = setInterval(() => {
      const until = performance.now() + 1_100;
      while (performance.now() < until);
    }, 1);
    // The first one outlasts the start, which is not counted.
    const statuses = [(await fetch(url)).status, (await fetch(url)).status];
    clearInterval(busy);
    expect(statuses).toEqual([200, 200]);
  });
});
