import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { expect, it } from 'vitest';
import { Late, within } from './within.ts';

it('takes an answer that has come while the process stood still', async () => {
  await using server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const client = connect(address.port, '127.0.0.1');
  const [[other]] = await Promise.all([once(server, 'connection'), once(client, 'connect')]);
  const answer = once(client, 'data').then(String);
  const taken = within(20, answer);
  other.end('here');
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100);
  await expect(taken).resolves.toBe('here');
});

it('is late where none comes', async () => {
  await expect(within(1, new Promise(() => {}))).rejects.toBeInstanceOf(Late);
});
