import { boundArrival } from '@tallystick/guard/arrival';
import { sendRaw } from '@tallystick/guard/raw-request.testing';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { refuseSocket } from './errors.ts';

let app: FastifyInstance;
let port: number;
beforeAll(async () => {
  app = Fastify({ ...boundArrival(300), clientErrorHandler: refuseSocket });
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
])('who %s is answered in the shape of every error', async (_what, bytes, status, error) => {
  const answer = await sendRaw(port, bytes);
  expect(answer.startsWith(`HTTP/1.1 ${status}\r\n`)).toBe(true);
  expect(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4))).toEqual({
    code: Number(status.slice(0, 3)),
    error,
  });
});
