import rateLimit from '@fastify/rate-limit';
import { monotonicClock } from '@tallystick/shared/time/monotonic-clock';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { rateWindows } from './rate-windows.ts';

let wall = 0;
let elapsed = 0;
let server: FastifyInstance;
beforeEach(async () => {
  [wall, elapsed] = [Date.UTC(2026, 10, 20), 0];
  const { now } = monotonicClock({ wall: () => wall, elapsed: () => elapsed });
  server = Fastify();
  await server.register(rateLimit, {
    max: 2,
    timeWindow: 60_000,
    store: rateWindows(3, now),
    keyGenerator: ({ headers }) => String(headers.name),
  });
  server.get('/', async () => 'ok');
});
afterEach(() => server.close());

const ask = async (name: string) =>
  (await server.inject({ url: '/', headers: { name } })).statusCode;
const pass = (milliseconds: number) => {
  wall += milliseconds;
  elapsed += milliseconds;
};

it('counts each client by the minute', async () => {
  expect([await ask('a'), await ask('a'), await ask('a'), await ask('b')]).toEqual([
    200, 200, 429, 200,
  ]);
  pass(59_999);
  expect(await ask('a')).toBe(429);
  pass(1);
  expect([await ask('a'), await ask('a'), await ask('a')]).toEqual([200, 200, 429]);
});

it('lets nobody wait longer when the clock goes back, nor for less when it goes on', async () => {
  for (const _ of [1, 2, 3]) await ask('a');
  wall -= 6 * 3_600_000;
  expect(await ask('a')).toBe(429);
  pass(60_000);
  expect(await ask('a')).toBe(200);
});

it('remembers the newest', async () => {
  for (const name of ['a', 'a', 'b', 'c', 'd']) await ask(name);
  expect([await ask('a'), await ask('a'), await ask('a')]).toEqual([200, 200, 429]);
});
