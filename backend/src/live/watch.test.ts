import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { refetchErrorCode } from '@tallystick/shared/contracts/live';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { recordBatch } from '../ledger/record.ts';
import type { Store } from '../store/store.ts';
import { testStores } from '../store/test-stores.testing.ts';
import {
  listen,
  listenNow,
  logIn,
  parties,
  siteUrl,
  startCuttableWay,
  startTestFeed,
  type TestClient,
  type TestFeed,
  transferRecord,
} from './live.testing.ts';
import type { LiveFeedSettings } from './settings.ts';

const refetch = { name: 'WatchError', code: refetchErrorCode };

const openTestStore = testStores();
describe('watch by an unchanged realm-web', () => {
  let store: Store;
  let feed: TestFeed;
  beforeEach(async () => {
    store = await openTestStore();
    await recordBatch(store, parties);
  });
  afterEach(async () => {
    await feed.close();
    await store.close();
  });

  async function start(settings: Partial<LiveFeedSettings> = {}): Promise<TestClient> {
    feed = await startTestFeed(store, settings);
    return logIn(feed);
  }
  const record = (item: string, stat = 1) => recordBatch(store, [transferRecord(item, { stat })]);
  /** Events of a megabyte each: more of them than an operating system buffers for a connection. */
  const recordLarge = (count: number) =>
    sql`
        insert into event (operation, item, doc)
        select 'insert', 'i', jsonb_build_object('item', 'i', 'trxn', repeat('x', 1000000),
          'stat', 1, 'feat', '{"form": "asset", "sort": "transfer"}'::jsonb,
          'crts', 1, 'cred', 'c', 'debt', 'u')
        from generate_series(1, ${count}::int)`.execute(store.db);
  const newest = async () => {
    const { rows } = await sql<{ id: number | null }>`select max(id) as id from event`.execute(
      store.db,
    );
    return rows[0]?.id ?? 0;
  };

  it('yields inserts and updates with their document, and nothing else', async () => {
    const { transfers, ...client } = await start();
    await record('before');
    const stream = transfers.watch();
    let opened = false;
    const first = stream.next().finally(() => {
      opened = true;
    });
    // The SDK does not tell when the stream is open, so events go on until one arrives.
    for (let stat = 0; !opened; stat = (stat + 1) % 10) await record('a', stat);
    const { value } = await first;
    expect(value).toMatchObject({
      _id: { _data: expect.stringMatching(/^\d+$/) },
      operationType: expect.stringMatching(/^(insert|update)$/),
      fullDocument: {
        ...{ _id: 'a', item: 'a', trxn: 't-a', crts: 1_453_684_324_000 },
        credit: { name: 'Creator', kind: 'creator' },
        debit: { name: 'User' },
      },
      ns: { db: 'ledger', coll: 'transfers' },
      documentKey: { _id: 'a' },
    });
    await stream.return(undefined);
    await client.user.logOut();
  });

  it('begins no stream for a HEAD request, and takes no slot for one', async () => {
    const client = await start({ slots: { inAll: 1, perClient: 1, newcomers: 1 } });
    const call = {
      name: 'watch',
      service: 'mongodb-atlas',
      arguments: [{ database: 'ledger', collection: 'transfers' }],
    };
    const asked = Buffer.from(JSON.stringify(call)).toString('base64url');
    const socket = connect(Number(new URL(feed.url).port), '127.0.0.1');
    socket.write(
      `HEAD /api/client/v2.0/app/${feed.appId}/functions/call?baas_request=${asked} HTTP/1.1\r\n` +
        `host: x\r\nauthorization: Bearer ${client.user.accessToken}\r\n\r\n`,
    );
    const [head] = await once(socket, 'data');
    expect(`${head}`).toMatch(/^HTTP\/1\.1 404 /);
    await (await listenNow(client)).stop();
    socket.destroy();
  });

  it('tells its position first to those who ask', async () => {
    const client = await start();
    await record('a');
    const listening = await listenNow(client);
    expect(listening.position).toBe(String(await newest()));
    await record('b');
    await record('a', 7);
    const [b, a] = [await newest().then((n) => n - 1), await newest()];
    await expect.poll(() => listening.events).toEqual([`${b} insert b 1`, `${a} update a 7`]);
    await listening.stop();
  });

  it('gives 1,000 inserts and updates once each and in order', async () => {
    const client = await start();
    const all = await listenNow(client);
    const second = await listenNow(client);
    const writes = Array.from({ length: 1_000 }, (_, n) => ({
      item: `i-${n % 600}`,
      stat: n < 600 ? 1 : 6,
    }));
    const inserts = writes.slice(0, 600);
    const updates = writes.slice(600);
    for (const part of [inserts, updates]) {
      // Five at a time: it is the order of commits that many writers could upset.
      const turns = Array.from({ length: part.length / 5 }, (_, n) => () => {
        const some = part.slice(n * 5, n * 5 + 5);
        return recordBatch(
          store,
          some.map(({ item, stat }) => transferRecord(item, { stat })),
        );
      });
      await Promise.all(
        Array.from({ length: 16 }, async () => {
          for (let turn = turns.shift(); turn; turn = turns.shift()) await turn();
        }),
      );
    }
    const { rows } = await sql<{ line: string }>`
        select id || ' ' || operation || ' ' || item || ' ' || (doc->>'stat') as line
        from event order by id`.execute(store.db);
    const expected = rows.map(({ line }) => line);
    expect(expected).toHaveLength(1_000);
    await expect.poll(() => all.events.length).toBe(1_000);
    expect(all.events).toEqual(expected);
    await expect.poll(() => second.events.length).toBe(1_000);
    expect(second.events).toEqual(expected);
    await Promise.all([all.stop(), second.stop()]);
  });

  it.each([
    ['from memory', {}],
    ['from the table', { ring: 1 }],
  ])('resumes exactly where it was cut, %s', async (_name, settings) => {
    const client = await start(settings);
    const keeper = await listenNow(client);
    const way = await startCuttableWay(feed);
    const first = await listenNow(await logIn(way.address));
    await recordBatch(
      store,
      Array.from({ length: 30 }, (_, n) => transferRecord(`a-${n}`)),
    );
    await expect.poll(() => first.events.length).toBe(30);
    way.cut();
    expect(await first.ended).toBeInstanceOf(TypeError);
    way.close();
    await recordBatch(
      store,
      Array.from({ length: 1_200 }, (_, n) => transferRecord(`b-${n}`)),
    );
    const since = first.last() ?? '';
    const resumed = await listenNow(client, { filter: { _since: since } });
    expect(resumed.position).toBe(since);
    await record('end');
    await expect.poll(() => resumed.events.length).toBe(1_201);
    await expect.poll(() => keeper.events.length).toBe(1_231);
    expect([...first.events, ...resumed.events]).toEqual(keeper.events);
    await Promise.all([resumed.stop(), keeper.stop()]);
  });

  it('resumes over a restart of the service, and from a page that was loaded before', async () => {
    const client = await start();
    await record('a');
    const since = String(await newest());
    await feed.close();
    await record('b');
    await record('c');
    const again = await start();
    const listening = listen(again, { filter: { _since: since } });
    await expect.poll(() => listening.events.length).toBe(2);
    expect(listening.events.map((line) => line.split(' ')[2])).toEqual(['b', 'c']);
    expect(client.app.id).not.toBe(again.app.id);
    await listening.stop();
  });

  it('says refetch if the position is too old, pruned, or not of this ledger', async () => {
    const client = await start({ replay: 5, ring: 1 });
    await recordBatch(
      store,
      Array.from({ length: 10 }, (_, n) => transferRecord(`a-${n}`)),
    );
    const last = await newest();
    const outcome = (since: number) =>
      listen(client, { filter: { _since: String(since), _position: true } });
    expect(await outcome(last - 6).ended).toMatchObject(refetch);
    const beyond = outcome(last + 1);
    expect(await beyond.ended).toMatchObject(refetch);
    expect(beyond.events).toEqual([]);
    const fits = await listenNow(client, { filter: { _since: String(last - 5) } });
    await expect.poll(() => fits.events.length).toBe(5);
    await fits.stop();
    await sql`delete from event where id < ${last - 2}`.execute(store.db);
    expect(await outcome(last - 4).ended).toMatchObject(refetch);
  });

  it('keeps the table within its bound, and the newest in it', async () => {
    await start({ keep: 20, replay: 10, prune: 50 });
    await recordBatch(
      store,
      Array.from({ length: 60 }, (_, n) => transferRecord(`a-${n}`)),
    );
    const last = await newest();
    const kept = async () => {
      const { rows } = await sql<{ id: number }>`select id from event order by id`.execute(
        store.db,
      );
      return rows.map(({ id }) => id);
    };
    await expect.poll(kept).toEqual(Array.from({ length: 20 }, (_, n) => last - 19 + n));
  });

  it('ends every stream with refetch when the ledger is reset', async () => {
    const client = await start();
    await record('a');
    await record('b');
    const listening = await listenNow(client);
    await sql`delete from event`.execute(store.db);
    expect(await listening.ended).toMatchObject(refetch);
  });

  it('can be about certain items only', async () => {
    const client = await start();
    await record('a');
    const since = String((await newest()) - 1);
    const listening = await listenNow(client, { ids: ['a', 'c'], filter: { _since: since } });
    await record('b');
    await record('c');
    await expect.poll(() => listening.events.length).toBe(2);
    expect(listening.events.map((line) => line.split(' ')[2])).toEqual(['a', 'c']);
    await listening.stop();
  });

  it('refuses a filter that it would not keep to', async () => {
    const { transfers } = await start();
    const stream = transfers.watch({ filter: { stat: 6 } });
    await expect(stream.next()).rejects.toMatchObject({
      statusCode: 400,
      errorCode: 'BadRequest',
    });
  });

  it('says so if there are too many connections, and lets others in when some leave', async () => {
    const client = await start({ slots: { inAll: 1, perClient: 1, newcomers: 1 } });
    const only = await listenNow(client);
    await expect(listenNow(client)).rejects.toMatchObject({
      statusCode: 503,
      errorCode: 'TooManyConnections',
    });
    await only.stop();
    await expect
      .poll(() =>
        listenNow(client).then(
          (next) => next.stop(),
          () => 'refused',
        ),
      )
      .toBeUndefined();
  });

  it('keeps no slot for who has gone before it was looked up whether the session has ended', async () => {
    const client = await start({ slots: { inAll: 1, perClient: 1, newcomers: 1 } });
    await store.db.transaction().execute(async (trx) => {
      await sql`lock table revoked_session in access exclusive mode`.execute(trx);
      const request = get(await watchAddress(client), headersOf(client)).on('error', () => {});
      await expect.poll(() => feed.asked.some((address) => address.includes('/call?'))).toBe(true);
      request.destroy();
      // Answered in a later turn, in which the service knows that the other is gone.
      await fetch(`${feed.url}/nothing`);
    });
    await expect.poll(() => freeSlots(client, 1)).toBe(1);
  });

  it('keeps no slots for streams that were asked for at once on a connection that has ended', async () => {
    const client = await start({ slots: { inAll: 3, perClient: 3, newcomers: 3 } });
    const { pathname, search, port, host } = new URL(await watchAddress(client));
    const request = `GET ${pathname}${search} HTTP/1.1\r\nhost: ${host}\r\nauthorization: Bearer ${client.user.accessToken}\r\n\r\n`;
    for (let time = 0; time < 2; time += 1) {
      const socket = connect(Number(port), '127.0.0.1');
      socket.write(request.repeat(3));
      await new Promise((resolve) => socket.once('data', resolve));
      socket.destroy();
    }
    await expect.poll(() => freeSlots(client, 3)).toBe(3);
  });

  it('has slots for pages that were here before, whatever number of newcomers takes the others', async () => {
    const early = await start({ slots: { inAll: 2, perClient: 2, newcomers: 1 } });
    const newcomer = await listenNow(early);
    await expect(listenNow(early)).rejects.toMatchObject({ statusCode: 503 });
    feed.advance(120_000);
    const late = await logIn(feed);
    await expect(listenNow(late)).rejects.toMatchObject({ statusCode: 503 });
    const known = await listenNow(early);
    await Promise.all([newcomer.stop(), known.stop()]);
  });

  it('ends cleanly when the service stops', async () => {
    const client = await start();
    const listening = await listenNow(client);
    await feed.close();
    expect(await listening.ended).toBeUndefined();
  });

  it('beats while nothing happens', async () => {
    const client = await start({ heartbeat: 20 });
    const { response, text } = await openRaw(client);
    await expect.poll(text).toMatch(/^(:\n\n){3,}$/);
    response.destroy();
  });

  it('drops who does not read, while others go on', async () => {
    const client = await start({ unread: 64 * 1024, ring: 32 * 1024 });
    const { response, text } = await openRaw(client);
    let cut = false;
    response.pause();
    response.on('error', () => {
      cut = true;
    });
    const reading = await listenNow(client);
    for (let events = 0; events < 30; events += 3) {
      await recordLarge(3);
      await expect.poll(() => reading.events.length).toBe(events + 3);
    }
    response.resume();
    await expect.poll(() => cut).toBe(true);
    expect(text().match(/"insert"/g)?.length ?? 0).toBeLessThan(30);
    await reading.stop();
  });
});

/** Where the SDK would ask for a watch. */
async function watchAddress({ app }: TestClient): Promise<string> {
  const request = Buffer.from(
    JSON.stringify({
      name: 'watch',
      arguments: [{ database: 'ledger', collection: 'transfers' }],
      service: 'mongodb-atlas',
    }),
  ).toString('base64');
  return `${await app.locationUrl}/api/client/v2.0/app/${app.id}/functions/call?baas_request=${encodeURIComponent(request)}`;
}

const headersOf = ({ user }: TestClient) => ({
  headers: { authorization: `Bearer ${user.accessToken}` },
  agent: false as const,
});

/** How many of `count` streams asked for at once begin; they are ended again. */
async function freeSlots(client: TestClient, count: number): Promise<number> {
  const asked = await Promise.allSettled(Array.from({ length: count }, () => listenNow(client)));
  const begun = asked.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  await Promise.all(begun.map((one) => one.stop()));
  return begun.length;
}

/** A watch without the SDK, so that the test decides when it reads. */
async function openRaw(client: TestClient) {
  const url = await watchAddress(client);
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get(url, headersOf(client), resolve).on('error', reject);
  });
  expect(response.headers).toMatchObject({
    'content-type': 'text/event-stream',
    'cache-control': 'no-store, no-transform',
    'access-control-allow-origin': siteUrl,
  });
  let read = '';
  response.setEncoding('utf8').on('data', (chunk: string) => {
    read += chunk;
  });
  return { response, text: () => read };
}
