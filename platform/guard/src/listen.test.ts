import { once } from 'node:events';
import { mkdtemp, rename, rm, stat } from 'node:fs/promises';
import { request } from 'node:http';
import { connect, createServer } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { freePort } from '@tallystick/store/free-ports.testing';
import type { FastifyInstance } from 'fastify';
import { afterEach, describe, expect, it } from 'vitest';
import { listen } from './listen.ts';
import { isLocal } from './local-peer.ts';
import { openServer } from './open-server.ts';
import { openRaw } from './raw-request.testing.ts';

const servers: FastifyInstance[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

function open(): FastifyInstance {
  const server = openServer(
    {},
    { headers: { secure: false, referrer: 'no-referrer' }, limits: { idleGrace: 0 } },
  );
  server.get('/', () => 'answered');
  server.get('/who', ({ ip, raw }) => ({ ip, local: isLocal(raw) }));
  servers.push(server);
  return server;
}

it('listens at a port until it is closed', async () => {
  const port = await freePort();
  const server = open();
  await listen(server, { host: '127.0.0.1', port });
  const ask = async () => (await fetch(`http://127.0.0.1:${port}/`)).text();
  const answers = await Promise.all(Array.from({ length: 100 }, ask));
  expect(new Set(answers)).toEqual(new Set(['answered']));
  await server.close();
  const late = Array.from({ length: 20 }, () => openRaw(port).closed);
  expect(new Set(await Promise.all(late))).toEqual(new Set(['']));
  await listen(open(), { host: '127.0.0.1', port });
  expect(await ask()).toBe('answered');
});

it('does not share its port with another server of the same user', async () => {
  const port = await freePort();
  await listen(open(), { host: '127.0.0.1', port });
  await expect(listen(open(), { host: '127.0.0.1', port })).rejects.toMatchObject({
    code: 'EADDRINUSE',
  });
});

it('does not share its port with one that took it while the server got ready', async () => {
  const port = await freePort();
  const late = open();
  const reached = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<void>();
  late.addHook('onReady', async () => {
    reached.resolve();
    await gate.promise;
  });
  const refused = expect(listen(late, { host: '127.0.0.1', port })).rejects.toMatchObject({
    code: 'EADDRINUSE',
  });
  await reached.promise;
  await listen(open(), { host: '127.0.0.1', port });
  gate.resolve();
  await refused;
});

/** An address of this machine that is not its loopback, so that requests to it look like those of another machine. */
const outside = Object.values(networkInterfaces())
  .flatMap((addresses) => addresses ?? [])
  .find(({ family, internal }) => family === 'IPv4' && !internal)?.address;

describe.runIf(outside)('beyond this machine', () => {
  it.each(['0.0.0.0', '::'])('listens on %s, and tells who is of this machine', async (host) => {
    const port = await freePort();
    await listen(open(), { host, port });
    const who = async (name: string) => (await fetch(`http://${name}:${port}/who`)).json();
    expect(await who('127.0.0.1')).toMatchObject({ local: true });
    expect(await who(outside ?? '')).toMatchObject({ local: false });
  });
});

describe('a unix socket', () => {
  const folders: string[] = [];
  afterEach(async () => {
    for (const folder of folders.splice(0)) await rm(folder, { recursive: true });
  });
  async function drawSocket(): Promise<string> {
    const folder = await mkdtemp(join(tmpdir(), 'tallystick-listen-'));
    folders.push(folder);
    return join(folder, 'site.sock');
  }
  async function ask(socketPath: string, headers: Record<string, string> = {}) {
    const asked = request({ socketPath, path: '/who', headers: { host: 'localhost', ...headers } });
    const [answer] = await once(asked.end(), 'response');
    return JSON.parse(await text(answer));
  }

  async function connects(path: string): Promise<boolean> {
    const socket = connect(path);
    const made = once(socket, 'connect').then(
      () => true,
      () => false,
    );
    return await made.finally(() => socket.destroy());
  }

  it('is for the owner and the group, serves a proxy of ours, and is gone after the stop', async () => {
    const path = await drawSocket();
    const server = open();
    await listen(server, { path });
    expect((await stat(path)).mode & 0o777).toBe(0o660);
    expect(await ask(path, { 'x-forwarded-for': '198.51.100.1, 192.0.2.7' })).toEqual({
      ip: '192.0.2.7',
      local: false,
    });
    // Nobody behind a proxy may seem to be of this machine.
    expect(await ask(path)).toEqual({ ip: '127.0.0.1', local: false });
    await expect(listen(open(), { path })).rejects.toMatchObject({ code: 'EADDRINUSE' });
    expect(await ask(path)).toMatchObject({ local: false });
    await server.close();
    await expect(stat(path)).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('is taken over from a process that was killed', async () => {
    const path = await drawSocket();
    const killed = createServer().listen(`${path}.old`);
    await once(killed, 'listening');
    await rename(`${path}.old`, path);
    killed.close();
    await once(killed, 'close');
    expect((await stat(path)).isSocket()).toBe(true);
    // A process that another test starts at this moment holds it, too, until it runs its program.
    await expect.poll(() => connects(path)).toBe(false);
    await listen(open(), { path });
    expect(await ask(path)).toMatchObject({ local: false });
  });
});
