import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type EventStream, eventMessage, openEventStream } from './event-stream.ts';

let stream: EventStream;
let server: Server;
let port: number;
beforeEach(async () => {
  stream = openEventStream({ most: 10, waiting: 65_536 });
  server = createServer((_request, response) => stream.add(response, ':\n\n'));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address: AddressInfo | string | null = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  port = address.port;
});
afterEach(() => {
  stream.close();
  server.closeAllConnections();
  server.close();
});

it('cuts who does not read, and nobody else', async () => {
  const lazy = connect(port, '127.0.0.1');
  lazy.on('error', () => {}).pause();
  lazy.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n');
  const response = await fetch(`http://127.0.0.1:${port}`);
  await expect.poll(() => stream.size()).toBe(2);
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
  while (stream.size() === 2 && sent < 500 * message.length) {
    stream.send(message);
    sent += message.length;
    while (received < sent) await setImmediate();
  }
  expect(stream.size()).toBe(1);
  stream.send(message);
  stream.close();
  await reading;
  expect(received).toBe(sent + message.length);
  lazy.destroy();
});

it('ends for all', async () => {
  const response = await fetch(`http://127.0.0.1:${port}`);
  await expect.poll(() => stream.size()).toBe(1);
  stream.close();
  expect(await response.text()).toBe(':\n\n');
  expect(stream.size()).toBe(0);
});
