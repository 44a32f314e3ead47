import { queryObjects } from 'node:v8';
import { stream } from '@durable-streams/client';
import { sql } from 'kysely';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recordBatch } from '../ledger/record.ts';
import { parties, startTestFeed, type TestFeed, transferRecord } from '../live/live.testing.ts';
import type { Store } from '../store/store.ts';
import { testStores } from '../store/test-stores.testing.ts';
import { type ChangeMessage, changeMessageSchema } from './change-message.ts';

const path = '/streams/transfers';

const openTestStore = testStores();
describe('the stream of transfers', () => {
  let store: Store;
  let feed: TestFeed;
  beforeAll(async () => {
    store = await openTestStore();
    await recordBatch(store, parties);
    feed = await startTestFeed(store, { longPoll: 600_000, ring: 2_000 });
  });
  afterAll(async () => {
    await feed.close();
    await store.close();
  });

  const get = (query = '', headers: Record<string, string> = {}) =>
    fetch(`${feed.url}${path}${query}`, { headers });
  const record = (...items: string[]) =>
    recordBatch(
      store,
      items.map((item) => transferRecord(item)),
    );
  const items = async (answer: Response) =>
    v.parse(v.array(changeMessageSchema), await answer.json()).map(({ key }) => key);
  const offsetOf = (answer: Response) => answer.headers.get('stream-next-offset') ?? '';
  const end = async () => offsetOf(await get('?offset=now'));

  it('is empty, and up to date, where nothing has happened', async () => {
    const answer = await get();
    expect([answer.status, await answer.json()]).toEqual([200, []]);
    expect(offsetOf(answer)).toBe('0000000000000000');
    expect(answer.headers.get('stream-up-to-date')).toBe('true');
  });

  it('gives the protocol’s own client every event once, in order, those of before and those of then', async () => {
    const before = await end();
    await record('a', 'b');
    const got: ChangeMessage[] = [];
    const response = await stream<ChangeMessage>({
      url: `${feed.url}${path}`,
      offset: before,
      live: 'long-poll',
    });
    const unsubscribe = response.subscribeJson(({ items }) => {
      got.push(...items);
    });
    await expect.poll(() => got.length).toBe(2);
    await record('c');
    await expect.poll(() => got.length).toBe(3);
    await recordBatch(store, [transferRecord('a', { stat: 6 })]);
    await expect.poll(() => got.length).toBe(4);
    unsubscribe();
    response.cancel();
    expect(got.map(({ key, headers, value }) => [key, headers.operation, value.stat])).toEqual([
      ['a', 'insert', 1],
      ['b', 'insert', 1],
      ['c', 'insert', 1],
      ['a', 'update', 6],
    ]);
    expect(v.is(v.array(changeMessageSchema), got)).toBe(true);
  });

  it('goes on at the sequence of a list', async () => {
    await record('listed');
    const answer = await fetch(`${feed.url}/transfers/list/latest`, {
      method: 'POST',
      headers: { authorization: 'the-token', 'content-type': 'application/json' },
      body: JSON.stringify({ data: { index: 1, items: 10 } }),
    });
    const { data } = v.parse(
      v.object({ data: v.object({ sequence: v.number() }) }),
      await answer.json(),
    );
    await record('since');
    const offset = String(data.sequence).padStart(16, '0');
    expect(await items(await get(`?offset=${offset}`))).toEqual(['since']);
  });

  it('ends chunks where they end for all, and has these kept; the end is asked for again', async () => {
    const many = Array.from({ length: 1_100 }, (_, n) => `many-${n}`);
    const before = Number(await end());
    await record(...many);
    let offset = String(before).padStart(16, '0');
    const chunks: [number, boolean][] = [];
    const read: string[] = [];
    for (;;) {
      const answer = await get(`?offset=${offset}`);
      offset = offsetOf(answer);
      read.push(...(await items(answer)));
      const kept = answer.headers.get('cache-control') === 'public, max-age=3600, immutable';
      chunks.push([Number(offset), kept]);
      if (answer.headers.get('stream-up-to-date') === 'true') break;
    }
    expect(read).toEqual(many);
    const first = Math.ceil((before + 1) / 500) * 500;
    expect(chunks.slice(0, 2)).toEqual([
      [first, true],
      [first + 500, true],
    ]);
    expect(chunks.at(-1)).toEqual([before + 1_100, false]);
    expect((await get(`?offset=${offset}`)).headers.get('cache-control')).toBe('public, max-age=1');
  });

  /** Records up to the end of a chunk; resolves with the offset before its last event. */
  const recordToEndOfChunk = async (last: string) => {
    const missing = 499 - (Number(await end()) % 500);
    await record(...Array.from({ length: missing }, (_, n) => `before-${last}-${n}`));
    const offset = await end();
    await record(last);
    return offset;
  };

  it('has a chunk kept when there is something after it, and not before', async () => {
    const offset = await recordToEndOfChunk('last-of-chunk');
    const kept = async () => {
      const { headers } = await get(`?offset=${offset}`);
      return [
        headers.get('stream-next-offset'),
        headers.get('stream-up-to-date'),
        headers.get('cache-control'),
      ];
    };
    const next = String(Number(offset) + 1).padStart(16, '0');
    expect(await kept()).toEqual([next, 'true', 'public, max-age=1']);
    await record('first-of-next');
    expect(await kept()).toEqual([next, null, 'public, max-age=3600, immutable']);
  });

  it('tells a cache that a chunk is no longer the end, though it has the same events', async () => {
    const offset = await recordToEndOfChunk('full');
    const tag = (await get(`?offset=${offset}`)).headers.get('etag') ?? '';
    expect((await get(`?offset=${offset}`, { 'if-none-match': tag })).status).toBe(304);
    await record('after-full');
    const answer = await get(`?offset=${offset}`, { 'if-none-match': tag });
    expect([answer.status, answer.headers.get('stream-up-to-date')]).toEqual([200, null]);
    expect(await items(answer)).toEqual(['full']);
  });

  it('answers what has not changed with 304', async () => {
    const offset = await end();
    await record('tagged');
    const { headers } = await get(`?offset=${offset}`);
    const tag = headers.get('etag') ?? '';
    // A proxy that compresses answers makes the tag weak, and a client may send several tags.
    for (const known of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
      expect((await get(`?offset=${offset}`, { 'if-none-match': known })).status).toBe(304);
    }
    await record('tagged-2');
    expect((await get(`?offset=${offset}`, { 'if-none-match': tag })).status).toBe(200);
  });

  it('begins at the end when asked to, and says where that is', async () => {
    const answer = await get('?offset=now');
    expect(await answer.json()).toEqual([]);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const head = await fetch(`${feed.url}${path}`, { method: 'HEAD' });
    expect([head.status, offsetOf(head)]).toEqual([200, offsetOf(answer)]);
    expect(head.headers.get('cache-control')).toBe('no-store');
  });

  it('waits for an event', async () => {
    const waiting = get('?offset=now&live=long-poll');
    let answered = false;
    const over = waiting.then(() => {
      answered = true;
    });
    for (let n = 0; !answered; n += 1) await record(`waited-${n}`);
    await over;
    const answer = await waiting;
    expect([answer.status, (await items(answer))[0]]).toEqual([
      200,
      expect.stringMatching(/^waited-/),
    ]);
  });

  it('does not wait at numbers that no event has', async () => {
    await record('before-gap');
    const offset = await end();
    const beyond = (Math.floor(Number(offset) / 500) + 3) * 500 + 1;
    await sql`alter table event alter column id restart with ${sql.lit(beyond)}`.execute(store.db);
    await record('after-gap');
    const answer = await get(`?offset=${offset}&live=long-poll`);
    expect([answer.status, await items(answer)]).toEqual([200, ['after-gap']]);
  });

  it('has what a long poll was told kept for as long as a cache may need to tell all who wait', async () => {
    const offset = await end();
    await record('told');
    const kept = async (query: string) => (await get(query)).headers.get('cache-control');
    expect(await kept(`?offset=${offset}&live=long-poll`)).toBe('public, max-age=60');
    expect(await kept(`?offset=${offset}`)).toBe('public, max-age=1');
  });

  it('says that none came with a cursor beyond the one given', async () => {
    const offset = await end();
    const hasty = await startTestFeed(store, { longPoll: 50 });
    const { status, headers } = await fetch(
      `${hasty.url}${path}?offset=${offset}&live=long-poll&cursor=999999999`,
    );
    await hasty.close();
    expect(status).toBe(204);
    expect(headers.get('stream-up-to-date')).toBe('true');
    expect(headers.get('cache-control')).toBe('public, max-age=1');
    expect(headers.get('stream-next-offset')).toBe(offset);
    expect(headers.get('stream-cursor')).toBe('1000000000');
  });

  it('keeps nothing of those whom it has answered', async () => {
    const hasty = await startTestFeed(store, { longPoll: 1 });
    const poll = () => fetch(`${hasty.url}${path}?offset=now&live=long-poll`);
    await poll();
    const signals = () => Number(queryObjects(AbortSignal));
    const before = signals();
    for (let n = 0; n < 50; n += 1) await poll();
    // Counting is slow, because each count goes through all objects of the thread.
    await expect.poll(() => signals() - before, { interval: 500 }).toBeLessThan(25);
    await hasty.close();
  });

  it.each([
    ['?offset=1', 400],
    ['?offset=00000000000000001', 400],
    ['?live=long-poll', 400],
    ['?offset=-1&live=sse', 400],
    ['?offset=-1&live=long-poll&cursor=x', 400],
    ['?offset=9999999999999999', 410],
  ])('refuses %s with %i', async (query, status) => {
    const answer = await get(query);
    expect([answer.status, answer.headers.get('stream-next-offset')]).toEqual([status, null]);
  });

  it('says what it does not have any more, and begins at what it has', async () => {
    const offset = await end();
    await record('pruned-1', 'pruned-2', 'kept');
    await sql`delete from event where id <= ${Number(offset) + 2}`.execute(store.db);
    await feed.close();
    feed = await startTestFeed(store);
    expect((await get(`?offset=${offset}`)).status).toBe(410);
    const answer = await get('?offset=-1');
    expect(await items(answer)).toEqual(['kept']);
  });

  it('answers who waits when the service stops', async () => {
    const stopping = await startTestFeed(store, { longPoll: 600_000 });
    const waiting = fetch(`${stopping.url}${path}?offset=now&live=long-poll`);
    await expect.poll(() => stopping.asked.length).toBe(1);
    // When this request is answered, the one before it is waiting, too.
    await fetch(`${stopping.url}${path}?offset=now`);
    await stopping.close();
    expect((await waiting).status).toBe(204);
  });

  it('is only read', async () => {
    for (const method of ['PUT', 'POST', 'DELETE']) {
      expect((await fetch(`${feed.url}${path}`, { method })).status).toBe(405);
    }
  });

  it('may be read by the pages of any site', async () => {
    const { headers } = await get('', { origin: 'https://elsewhere.example' });
    expect(headers.get('access-control-allow-origin')).toBe('*');
    expect(headers.get('access-control-expose-headers')).toContain('stream-next-offset');
    expect(headers.get('vary')).toBeNull();
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  });
});
