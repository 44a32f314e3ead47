import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openServer } from './open-server.ts';
import { sendRaw, standStill } from './raw-request.testing.ts';

let app: FastifyInstance;
let port: number;
beforeAll(async () => {
  app = openServer(
    {},
    {
      headers: { secure: true, referrer: 'no-referrer' },
      limits: { requestTimeout: 300, idleGrace: 0 },
    },
  );
  app.get('/', () => 'answered');
  port = Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port);
});
afterAll(() => app.close());

it.each([
  ['says nothing', '', '408 Request Timeout', 'The request came too slowly.'],
  ['is no HTTP', 'hello\r\n\r\n', '400 Bad Request', 'The request is not understood.'],
  [
    'has too much in its headers',
    `GET / HTTP/1.1\r\nhost: localhost\r\nx-much: ${'a'.repeat(20_000)}\r\n\r\n`,
    '431 Request Header Fields Too Large',
    'The headers are too large.',
  ],
])(
  'who %s is answered in the shape of every error, with safe headers',
  async (_what, bytes, status, error) => {
    const answer = await sendRaw(port, bytes);
    const [head = '', body = ''] = answer.split('\r\n\r\n');
    expect(head.split('\r\n')[0]).toBe(`HTTP/1.1 ${status}`);
    expect(head).toContain('x-content-type-options: nosniff');
    expect(head).toContain("content-security-policy: default-src 'none'");
    expect(head).toContain('strict-transport-security: max-age=31536000');
    expect(JSON.parse(body)).toEqual({ code: Number(status.slice(0, 3)), error });
  },
);

it('refuses two hosts, the same or not, and none', async () => {
  for (const hosts of ['host: a\r\nHost: b\r\n', 'host: a\r\nhost: a\r\n', '']) {
    const answer = await sendRaw(port, `GET / HTTP/1.1\r\n${hosts}connection: close\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
  }
  const answer = await sendRaw(port, 'GET / HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n');
  expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
});

it('answers what had come while the process stood still, however long', async () => {
  // Its turn to be read has come then, and nothing of it was read.
  app.server.once('connection', () => setImmediate(standStill, 400));
  const answer = await sendRaw(port, 'GET / HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n');
  expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
});

it('does not wait for who is refused and stays', async () => {
  const answer = await sendRaw(port, 'hello\r\n\r\n', 'a');
  expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
});
