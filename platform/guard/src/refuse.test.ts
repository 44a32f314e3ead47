import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openServer } from './open-server.ts';
import { tellReady } from './ready.ts';
import { asFull, askedTooMuch, refuseFor } from './refuse.ts';

let app: FastifyInstance;
let address: string;
const told: boolean[] = [];
beforeAll(async () => {
  app = openServer(
    {},
    { headers: { secure: false, referrer: 'no-referrer' }, limits: { idleGrace: 0 } },
  );
  app.addHook('onResponse', async (_request, reply) => void told.push(askedTooMuch(reply)));
  app.get('/limited', (_request, reply) => refuseFor(reply, 429, 1, 'Wait.'));
  app.get('/full', (_request, reply) => refuseFor(asFull(reply), 503, 1, 'No slot.'));
  app.get('/busy', (_request, reply) => refuseFor(reply, 503, 1, 'Too much by all.'));
  app.get('/down', (_request, reply) => reply.code(503).send());
  address = await app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => app.close());

it.each([
  ['/limited', true, 'keep-alive'],
  ['/full', true, 'close'],
  ['/busy', false, 'keep-alive'],
  ['/down', false, 'keep-alive'],
])('%s: the client itself asked for too much: %s; its connection: %s', async (path, own, kept) => {
  told.length = 0;
  const { headers } = await fetch(`${address}${path}`);
  expect(headers.get('connection')).toBe(kept);
  await expect.poll(() => told).toEqual([own]);
});

it('says what it refuses in front of every route in the shape of its errors', async () => {
  const server = openServer(
    {},
    {
      headers: { secure: false, referrer: 'no-referrer' },
      errorBody: (status, sentence) => ({ code: `status-${status}`, sentence }),
    },
  );
  tellReady(server, async () => false);
  server.register(async (inner) => {
    inner.get('/limited', (_request, reply) => refuseFor(reply, 429, 1, 'Wait.'));
  });
  expect((await server.inject('/limited')).json()).toEqual({
    code: 'status-429',
    sentence: 'Wait.',
  });
  expect((await server.inject('/ready')).json()).toEqual({
    code: 'status-503',
    sentence: 'Not ready.',
  });
  await server.close();
});
