import { once } from 'node:events';
import { request } from 'node:http';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { proving } from '@tallystick/contract/testing/proof';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { good, nothing, openTestApi, type TestApi } from '../api/test-api.testing.ts';
import { bakeryAt } from '../bakery/bakery.testing.ts';
import { navigation } from '../browser.testing.ts';
import {
  openTestRegistry,
  openTestSite,
  type TestRegistry,
  type TestSite,
} from '../site.testing.ts';

// Somebody asks for addresses that nobody else asks for, without end.

const entry = 'server/entry.js';
const shellEntry = 'exports.singletons = {}; exports.render = (order) => order.remote.page(order);';
const noteEntry = `let times = 0;
exports.page = async ({ address, configuration }) => {
  if (address.includes('loop')) for (;;);
  const body = JSON.stringify({ slow: address.includes('slow'), missing: address.includes('missing') });
  const answer = await fetch(configuration.breadsUrl + '/breads/list', { method: 'POST', body });
  if (answer.status === 404) throw new Error('There is no such page.');
  if (address.includes('moved')) throw Object.assign(new Error('It leads on.'), { code: 'moved' });
  await answer.text();
  times += 1;
  return '<p>made ' + times + '</p>';
};`;
const routes = ['/notes', '/notes/:id', '/moved'].map((path) => ({ path, page: 'Notes' }));
const [reader, other, junk] = ['203.0.113.1', '203.0.113.2', '198.51.100.9'];

let kept: TestRegistry;
let api: TestApi;
let site: TestSite;
let clock: number;
let count = 0;
beforeAll(async () => {
  kept = await openTestRegistry();
  clock = Date.now();
  api = await openTestApi((_, { slow, missing }) => {
    if (missing === true) return nothing;
    return slow === true ? undefined : good({ list: [], count });
  });
  site = await openTestSite(kept, {
    site: bakeryAt(api.url),
    // A machine that is busy with other tests takes its time.
    rendering: { limitMs: 15_000, beginMs: 60_000 },
    trustProxy: ['127.0.0.1'],
    // One of twenty requests may be for a page that has to be rendered: sixty.
    limits: { rendersMs: 60_000, perAddress: 1_200 },
    now: () => clock,
  });
  const shell = await site.publish('shell', { [entry]: shellEntry });
  const note = await site.publish('mfe-note', { [entry]: noteEntry }, { routes });
  await site.promote({ shell, 'mfe-note': note });
});
afterAll(async () => {
  await site.server.close();
  await api.close();
  await kept.close();
});
beforeEach(() => {
  clock += 60_000;
});

/** What a page shows, by how often one was rendered before; null: the browser draws it. */
async function shown(url: string, client: string): Promise<string | null> {
  const { body } = await site.get(url, { ...navigation, 'x-forwarded-for': client });
  return /<p>(made \d+)<\/p>/.exec(body)?.[1] ?? null;
}

async function askForJunk(times: number): Promise<number> {
  const pages: (string | null)[] = [];
  for (let n = 0; n < times; n += 1) pages.push(await shown(`/notes?junk=${n}`, junk));
  return pages.filter((page) => page !== null).length;
}

it('has sixty pages a minute rendered, and the others are drawn by its browser', async () => {
  expect(await askForJunk(70)).toBe(60);
  expect(await shown('/notes?page=2', reader)).toMatch(/^made/);
  // A route's own address is for all.
  expect(await shown('/notes', junk)).toMatch(/^made/);
});

it('pushes no page of others out of the cache', async () => {
  const before = await Promise.all([shown('/notes', reader), shown('/notes/1', other)]);
  const first = await shown('/notes?junk=0', junk);
  expect(await askForJunk(50)).toBe(50);
  expect(await Promise.all([shown('/notes', reader), shown('/notes/1', other)])).toEqual(before);
  expect(await shown('/notes?junk=0', junk)).not.toBe(first);
});

it.runIf(proving)(
  'lets nobody wait: while rendering is behind, a page comes as it was, or for the browser to draw',
  async () => {
    const slow = (n: number) => shown(`/notes?slow=${clock}-${n}`, `198.51.100.${n}`);
    const isBehind = async () => (await shown(`/notes?asked=${clock}`, other)) === null;
    // Slow ones end after a while, so that a busy machine may need another go.
    const seen = await vi.waitUntil(
      async () => {
        count += 1;
        clock += 120_000;
        const before = await shown('/notes', reader);
        count += 1;
        clock += 2_000;
        const waiting = [1, 2, 3, 4].map(slow);
        await vi.waitUntil(isBehind, { timeout: 60_000 });
        const after = await shown('/notes', reader);
        const wasBehind = await isBehind();
        await Promise.all(waiting);
        return wasBehind ? { before, after } : null;
      },
      { timeout: 120_000 },
    );
    expect(seen.after).toBe(seen.before);
    clock += 2_000;
    expect(await shown('/notes', reader)).not.toBe(seen.before);
  },
);

it.runIf(proving)(
  'counts a page that ends the process as one failure, however many are under way beside it',
  async () => {
    const before = site.lines.length;
    const loop = shown('/notes?loop=1', '198.51.100.1');
    const beside = [2, 3, 4].map((n) => shown(`/notes?beside=${n}`, `198.51.100.${n}`));
    expect(await Promise.all([loop, ...beside])).toEqual([null, null, null, null]);
    expect(site.lines.slice(before)).toEqual([expect.stringContaining('it takes too long')]);
    expect(await shown('/notes?then=1', reader)).toBe('made 1');
  },
);

it.each([
  ['of what the API does not know', 'missing'],
  ['that lead on to another', 'moved'],
])('leaves no build to browsers for pages %s', async (_, which) => {
  const before = site.lines.length;
  for (const n of [1, 2, 3, 4]) expect(await shown(`/notes/${which}-${n}`, junk)).toBeNull();
  expect(await shown('/notes?after=them', reader)).toMatch(/^made/);
  expect(site.lines.slice(before)).toEqual([]);
});

it('asks a route that leads on once a minute', async () => {
  expect(await shown('/moved', junk)).toBeNull();
  const { asked } = api;
  const before = asked.length;
  for (const _ of [1, 2, 3]) expect(await shown('/moved', reader)).toBeNull();
  expect(asked).toHaveLength(before);
  clock += 60_000;
  expect(await shown('/moved', reader)).toBeNull();
  expect(asked).toHaveLength(before + 1);
});

it('has nothing rendered for an address that no browser sends and no router has', async () => {
  const origin = await site.server.listen({ host: '127.0.0.1', port: 0 });
  const paths = ['/notes?by=name', '/notes?by=name#there', '//?by=name', '/notes/..'];
  const pages = paths.map(async (path) => {
    const asking = request(origin, { path, headers: navigation }).end();
    const [answer]: Readable[] = await once(asking, 'response');
    return answer && /<p>made|<div id="root"><\/div>/.exec(await text(answer))?.[0];
  });
  expect(await Promise.all(pages)).toEqual([
    '<p>made',
    ...paths.slice(1).map(() => '<div id="root"></div>'),
  ]);
});
