import { freePort } from '@tallystick/store/free-ports.testing';
import type { FastifyInstance } from 'fastify';
import { afterEach, expect, it } from 'vitest';
import { listen } from './listen.ts';
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
  servers.push(server);
  return server;
}

it('listens at a port until it is closed, whichever listener takes a connection', async () => {
  const port = await freePort();
  const server = open();
  await listen(server, port);
  const ask = async () => (await fetch(`http://127.0.0.1:${port}/`)).text();
  const answers = await Promise.all(Array.from({ length: 100 }, ask));
  expect(new Set(answers)).toEqual(new Set(['answered']));
  await server.close();
  const late = Array.from({ length: 20 }, () => openRaw(port).closed);
  expect(new Set(await Promise.all(late))).toEqual(new Set(['']));
  await listen(open(), port);
  expect(await ask()).toBe('answered');
});

it('does not share its port with another server of the same user', async () => {
  const port = await freePort();
  await listen(open(), port);
  await expect(listen(open(), port)).rejects.toMatchObject({ code: 'EADDRINUSE' });
});
