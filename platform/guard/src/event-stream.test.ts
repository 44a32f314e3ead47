import { connect } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { eventMessage, openEventStream } from './event-stream.ts';
import { openSlots, type Slots } from './slots.ts';

let slots: Slots;
let stream: ReturnType<typeof openEventStream>;
let app: FastifyInstance;
let url: string;
beforeEach(async () => {
  slots = openSlots({ inAll: 10, perClient: 10, newcomers: 10 });
  stream = openEventStream(slots);
  app = Fastify({ forceCloseConnections: true });
  app.get('/', (_request, reply) => {
    if (!stream.add(reply, { client: 'a' }, ':\n\n')) reply.code(503).send();
  });
  url = await app.listen({ host: '127.0.0.1', port: 0 });
});
afterEach(async () => {
  stream.close();
  await app.close();
});

it('cuts who does not read, and nobody else', async () => {
  const lazy = connect(Number(new URL(url).port), '127.0.0.1');
  lazy.on('error', () => {}).pause();
  lazy.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n');
  const response = await fetch(url);
  await expect.poll(() => slots.size()).toBe(2);
  const reader = response.body?.getReader();
  let received = 0;
  const reading = (async () => {
    for (;;) {
      const chunk = await reader?.read();
      if (chunk?.value === undefined) return;
      received += chunk.value.length;
    }
  })();

  const message = eventMessage('release', 'x'.repeat(30_000));
  let sent = 3;
  // What the system takes for a silent reader has an end: some megabytes.
  while (slots.size() === 2 && sent < 500 * message.length) {
    stream.send(message);
    sent += message.length;
    while (received < sent) await setImmediate();
  }
  expect(slots.size()).toBe(1);
  stream.send(message);
  stream.close();
  await reading;
  expect(received).toBe(sent + message.length);
  lazy.destroy();
});

it('ends for all, with its connections, and takes nobody any more', async () => {
  const response = await fetch(url);
  expect(response.headers.get('connection')).toBe('close');
  await expect.poll(() => slots.size()).toBe(1);
  stream.close();
  expect(await response.text()).toBe(':\n\n');
  await expect.poll(() => slots.size()).toBe(0);
  const refused = await fetch(url);
  expect(refused.status).toBe(503);
  expect(refused.headers.get('connection')).toBe('close');
});
