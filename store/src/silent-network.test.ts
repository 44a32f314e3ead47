import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freePort } from './free-ports.testing.ts';
import { type Notes, notes } from './notes.testing.ts';
import { type PostgresServer, startPostgres } from './postgres-server.testing.ts';
import { openStore } from './store.ts';

let server: PostgresServer;
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server.end());

/** A way to the server that can swallow everything, as a firewall does that has forgotten its connections. */
async function startWay() {
  const sockets: Socket[] = [];
  const way = createServer((near) => {
    const far = connect(Number(new URL(server.url).port), '127.0.0.1');
    for (const socket of [near, far]) sockets.push(socket.on('error', () => {}));
    near.pipe(far).pipe(near);
  });
  const port = await freePort();
  await once(way.listen(port, '127.0.0.1'), 'listening');
  return {
    url: `postgres://postgres:test@127.0.0.1:${port}/postgres`,
    swallow: () => {
      for (const socket of sockets) socket.unpipe().pause();
    },
    end: () => {
      for (const socket of sockets) socket.destroy();
      way.close();
    },
  };
}

it('gives up a read that is not answered, and reads over new connections', async () => {
  const way = await startWay();
  const environment = { DATA_DIR: tmpdir(), DATABASE_URL: way.url };
  const opened = await openStore(notes, environment, 500);
  if (!opened.ok) throw new Error(opened.problem);
  const { store } = opened;
  const read = () => store.query({ text: 'select 1 as n' }, []);
  await Promise.all([read(), read()]);
  way.swallow();
  await expect(read()).resolves.toEqual([{ n: 1 }]);
  await store.close();
  way.end();
});

it('gives up what is not answered before anything else, and goes on over new connections', async () => {
  const way = await startWay();
  const opened = await openStore<Notes>(notes, { DATA_DIR: tmpdir(), DATABASE_URL: way.url }, 500);
  if (!opened.ok) throw new Error(opened.problem);
  const { db } = opened.store;
  const read = () => db.selectFrom('note').select('text').execute();
  const write = () =>
    db.transaction().execute((trx) => trx.insertInto('note').values({ text: 'new' }).execute());
  await Promise.all([read(), read()]);
  way.swallow();
  await expect(Promise.all([write(), read()])).rejects.toThrow('Connection terminated');
  await write();
  expect(await read()).toEqual([{ text: 'new' }]);
  await opened.store.close();
  way.end();
});

it('closes although nothing comes back any more', async () => {
  const way = await startWay();
  const opened = await openStore(notes, { DATA_DIR: tmpdir(), DATABASE_URL: way.url });
  if (!opened.ok) throw new Error(opened.problem);
  way.swallow();
  await expect(opened.store.close()).resolves.toBeUndefined();
  way.end();
});
