import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openServer } from './open-server.ts';
import { openRaw, sendRaw } from './raw-request.testing.ts';
import { answerKnown, countRefusals } from './refuse.ts';

const head = 'POST / HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n';

describe('a request that comes too slowly', () => {
  let app: FastifyInstance;
  let address: URL;
  beforeAll(async () => {
    app = openServer(
      {},
      {
        headers: { secure: false, referrer: 'no-referrer' },
        limits: { requestTimeout: 300, idleGrace: 0 },
      },
    );
    app.post('/', async ({ body }) => ({ body }));
    address = new URL(await app.listen({ host: '127.0.0.1', port: 0 }));
  });
  afterAll(() => app.close());

  it.each([
    ['says nothing', '', ''],
    ['never ends its headers', `${head}x-slow: `, 'a'],
    ['never ends its body', `${head}content-length: 60000\r\n\r\n{"data": "`, 'a'],
  ])(
    'because it %s is refused, and others are answered meanwhile',
    async (_how, beginning, byte) => {
      const refused = sendRaw(Number(address.port), beginning, byte);
      const answer = await fetch(address, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{"data":1}',
      });
      expect(await answer.json()).toEqual({ body: { data: 1 } });
      expect(await refused).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/);
    },
  );
});

it('a request whose client goes before its body has come is not answered, but counted', async () => {
  const lines: string[] = [];
  const told: string[] = [];
  const app = openServer(
    {},
    { headers: { secure: false, referrer: 'no-referrer' }, limits: { idleGrace: 0 } },
  );
  countRefusals(app, (line) => lines.push(line));
  app.setErrorHandler((error, _request, reply) => {
    told.push(answerKnown(error, reply) ? 'known' : 'unknown');
  });
  app.addHook('onSend', async () => void told.push('sent'));
  const begun = new Promise<void>((resolve) => {
    app.addHook('preParsing', async () => resolve());
  });
  app.post('/', async ({ body }) => ({ body }));
  const { port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }));
  const { socket } = openRaw(Number(port));
  socket.write(`${head}content-length: 60000\r\n\r\n{"data": "`);
  await begun;
  socket.destroy();
  await expect.poll(() => told).toEqual(['known']);
  await app.close();
  expect(told).toEqual(['known']);
  expect(lines).toEqual([expect.stringContaining('(POST / left: 1)')]);
});
