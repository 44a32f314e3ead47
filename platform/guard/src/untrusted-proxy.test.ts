import type { FastifyInstance } from 'fastify';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { openLog } from './log/log.ts';

/** It is said once in a process: each test has the module anew. */
let open: (trustProxy: string[]) => FastifyInstance;
const said: string[] = [];
beforeEach(async () => {
  vi.resetModules();
  said.length = 0;
  const { openServer } = await import('./open-server.ts');
  open = (trustProxy) => {
    const log = openLog({
      service: 'test',
      level: 'warn',
      stream: { write: (line) => said.push(line) },
    });
    const server = openServer(
      {},
      { headers: { secure: true, referrer: 'no-referrer' }, trustProxy, log },
    );
    onTestFinished(() => server.close());
    server.get('/', async ({ ip }) => ip);
    return server;
  };
});
const ask = (
  server: FastifyInstance,
  headers: Record<string, string>,
  remoteAddress = '10.0.0.5',
) => server.inject({ url: '/', headers, remoteAddress });

describe('a proxy that TRUSTED_PROXIES does not name', () => {
  it.each(['x-forwarded-for', 'forwarded'])(
    'is told of by its %s, once for all servers of a process',
    async (name) => {
      const server = open(['10.0.0.4']);
      await ask(server, {});
      expect(said).toEqual([]);
      await ask(server, { [name]: '198.51.100.7' });
      await ask(server, { [name]: '198.51.100.8' });
      await ask(open([]), { [name]: '198.51.100.8' });
      expect(said).toEqual([expect.stringContaining('TRUSTED_PROXIES')]);
      // The line must not contain any of these addresses.
      expect(said.join()).not.toMatch(/198|10\.0/);
    },
  );

  it('is none of those that it names, however the address is written', async () => {
    const server = open(['10.0.0.0/8']);
    for (const peer of ['10.0.0.5', '::ffff:10.0.0.5', '::ffff:0a00:0005'])
      await ask(server, { 'x-forwarded-for': '198.51.100.7' }, peer);
    expect(said).toEqual([]);
  });

  it('is no server of this machine that asks for its own visitor', async () => {
    const server = open([]);
    await ask(server, { 'x-forwarded-for': '127.0.0.1' }, '127.0.0.1');
    await ask(server, { 'x-forwarded-for': '0:0:0:0::' }, '::1');
    expect(said).toEqual([]);
    await ask(server, { 'x-forwarded-for': '198.51.100.7' }, '127.0.0.1');
    expect(said).toHaveLength(1);
  });
});

it('a proxy of ours may name ports, and write IPv4 as IPv6', async () => {
  const server = open(['10.0.0.0/8']);
  const clients = [];
  for (const forwarded of [
    '198.51.100.7:5678',
    '203.0.113.1, 198.51.100.7:5678, 10.0.0.9:80',
    '[2001:db8::1]:443',
    '198.51.100.7, ::ffff:0a00:0009',
  ])
    clients.push((await ask(server, { 'x-forwarded-for': forwarded })).body);
  expect(clients).toEqual([
    '198.51.100.7:5678',
    '198.51.100.7:5678',
    '[2001:db8::1]:443',
    '198.51.100.7',
  ]);
});
