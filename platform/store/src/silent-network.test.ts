import { tmpdir } from 'node:os';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { expectingStatementLimit } from './caller.ts';
import { type Notes, notes } from './notes.testing.ts';
import { type PostgresServer, startPostgres } from './postgres-server.testing.ts';
import { openStore } from './store.ts';
import { isUnreachable } from './unreachable.ts';
import { startWay } from './way.testing.ts';

/**
 * Milliseconds that a statement may take; two seconds later its connection is given up. On a busy server even a short
 * statement takes long.
 */
const limit = 1_500;

let server: PostgresServer;
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server.end());

// Each waits for seconds for what does not come, over a way and a store of its own: so they wait at once.

it.concurrent('gives up a read that is not answered, and reads over new connections', async () => {
  const way = await startWay(server);
  const environment = { DATA_DIR: tmpdir(), DATABASE_URL: way.url };
  // Ten seconds are for all of it: two connections are given up, one after the other.
  const opened = await openStore(notes, environment, 500);
  if (!opened.ok) throw new Error(opened.problem);
  const { value: store } = opened;
  const read = () => store.query({ text: 'select 1 as n' }, []);
  await Promise.all([read(), read()]);
  way.swallow();
  await expect(read()).resolves.toEqual([{ n: 1 }]);
  await store.close();
  way.end();
});

it.concurrent('gives up what is not answered before anything else, and goes on over new connections', async () => {
  const way = await startWay(server);
  const opened = await openStore<Notes>(
    notes,
    { DATA_DIR: tmpdir(), DATABASE_URL: way.url },
    limit,
  );
  if (!opened.ok) throw new Error(opened.problem);
  const { db } = opened.value;
  const read = () => db.selectFrom('note').select('text').execute();
  const write = () =>
    db.transaction().execute((trx) => trx.insertInto('note').values({ text: 'new' }).execute());
  await Promise.all([read(), read()]);
  way.swallow();
  await expect(Promise.all([write(), read()])).rejects.toThrow('Query read timeout');
  await write();
  expect(await read()).toEqual([{ text: 'new' }]);
  await opened.value.close();
  way.end();
});

it.concurrent('gives up a later statement of a transaction, too, and undoes it', async () => {
  const way = await startWay(server);
  const opened = await openStore<Notes>(
    notes,
    { DATA_DIR: tmpdir(), DATABASE_URL: way.url },
    limit,
  );
  if (!opened.ok) throw new Error(opened.problem);
  const { db } = opened.value;
  const writing = db.transaction().execute(async (trx) => {
    await trx.insertInto('note').values({ text: 'lost' }).execute();
    way.swallow();
    await trx.insertInto('note').values({ text: 'lost, too' }).execute();
  });
  await expect(writing.catch(isUnreachable)).resolves.toBe(true);
  const read = () => db.selectFrom('note').select('text').where('text', 'like', 'lost%').execute();
  expect(await read()).toEqual([]);
  await opened.value.close();
  way.end();
});

it.concurrent('gives a statement the time that its work takes', async () => {
  const environment = { DATA_DIR: tmpdir(), DATABASE_URL: server.url };
  const opened = await openStore<Notes>(notes, environment, limit);
  if (!opened.ok) throw new Error(opened.problem);
  const { db } = opened.value;
  const longer = () =>
    db.transaction().execute(async (trx) => {
      await sql`set local statement_timeout = '60s'; select pg_sleep(5)`.execute(trx);
      await expect(sql`select 1 as n`.execute(trx)).resolves.toMatchObject({ rows: [{ n: 1 }] });
    });
  await expectingStatementLimit(60_000, longer);
  await opened.value.close();
});

it.concurrent('says that it cannot be opened if nothing comes back when it is looked at first', async () => {
  const way = await startWay(server, 1);
  const opened = await openStore(notes, { DATA_DIR: tmpdir(), DATABASE_URL: way.url });
  expect(opened.ok ? '' : opened.problem).toMatch(/cannot be opened: .*timeout/);
  way.end();
});

it.concurrent('the server is asked to look after half a minute whether a client is still there', async () => {
  const environment = { DATA_DIR: tmpdir(), DATABASE_URL: server.url };
  const opened = await openStore(notes, environment);
  if (!opened.ok) throw new Error(opened.problem);
  const text = `select current_setting('tcp_keepalives_idle') as idle,
    current_setting('tcp_keepalives_interval') as interval, current_setting('tcp_keepalives_count') as count`;
  const asked = { idle: '30', interval: '1', count: '10' };
  expect(await opened.value.query({ text }, [])).toEqual([asked]);
  await opened.value.close();
});

it.concurrent('closes although nothing comes back any more', async () => {
  const way = await startWay(server);
  const opened = await openStore(notes, { DATA_DIR: tmpdir(), DATABASE_URL: way.url });
  if (!opened.ok) throw new Error(opened.problem);
  way.swallow();
  await expect(opened.value.close()).resolves.toBeUndefined();
  way.end();
});

it.concurrent('hears of commits again after a connection that was never answered', async () => {
  const way = await startWay(server);
  const opened = await openStore<Notes>(notes, { DATA_DIR: tmpdir(), DATABASE_URL: way.url });
  if (!opened.ok) throw new Error(opened.problem);
  const { onNotify, close } = opened.value;
  await way.hang();
  const heard = new Promise<void>((resolve) => onNotify(resolve));
  way.goOn();
  await expect(heard).resolves.toBeUndefined();
  await close();
  way.end();
});
