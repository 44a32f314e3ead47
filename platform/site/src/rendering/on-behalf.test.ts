import { actingFor } from '@tallystick/store/caller';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { callApi } from '../api/call-api.ts';
import { good, openTestApi, type TestApi } from '../api/test-api.testing.ts';
import { bakeryAt } from '../bakery/bakery.testing.ts';
import { navigation } from '../browser.testing.ts';
import {
  openTestRegistry,
  openTestSite,
  type TestRegistry,
  type TestSite,
} from '../site.testing.ts';
import { shellEntry } from './entries.testing.ts';

// What rendered pages ask the site's API counts there as what their visitors ask, as it does where browsers draw.

const entry = 'server/entry.js';
const listEntry = `exports.page = async ({ address, configuration }) => {
  const answer = await fetch(configuration.breadsUrl + '/breads/list', {
    method: 'POST',
    body: JSON.stringify({ address }),
  });
  return '<p>' + (await answer.json()).data.count + '</p>';
};`;

let kept: TestRegistry;
let api: TestApi;
let site: TestSite;
const refused = new Set<string>();
const calls: unknown[] = [];
/** It stands: whom the API has refused rests as long as a test takes. */
const clock = Date.now();
beforeAll(async () => {
  kept = await openTestRegistry();
  api = await openTestApi((_path, { address }, client) => {
    calls.push([address, client]);
    return refused.has(client) ? { status: 429, body: { error: 'Too many.' } } : good({ count: 7 });
  });
  site = await openTestSite(kept, {
    site: bakeryAt(api.url),
    // A machine that is busy with other tests takes its time.
    rendering: { limitMs: 60_000, beginMs: 60_000 },
    limits: { rendersMs: 60_000 },
    now: () => clock,
    trustProxy: ['127.0.0.1'],
  });
  const shell = await site.publish('shell', { [entry]: shellEntry });
  await site.promote({ shell, 'mfe-note': await site.publish('mfe-note', { [entry]: listEntry }) });
});
afterAll(async () => {
  await site.server.close();
  await api.close();
  await kept.close();
});

/** Whether a page comes rendered. */
const isRendered = async (url: string, client: string) => {
  const { body } = await site.get(url, { ...navigation, 'x-forwarded-for': client });
  return body.includes('<p>7</p>');
};

it('says for whom each call is made, also of pages that are rendered at once', async () => {
  const pages = [
    ['/notes/1', '198.51.100.1'],
    ['/notes/2', '198.51.100.2'],
    ['/notes/3', '2001:db8:1:2::9'],
  ] as const;
  expect(await Promise.all(pages.map(([url, client]) => isRendered(url, client)))).toEqual([
    true,
    true,
    true,
  ]);
  expect(calls.sort()).toEqual([
    ['/notes/1', '198.51.100.1'],
    ['/notes/2', '198.51.100.2'],
    ['/notes/3', '2001:db8:1:2::'],
  ]);
});

it('whom the API refuses has the page to draw, and takes nobody else’s', async () => {
  refused.add('198.51.100.66');
  calls.length = 0;
  for (const at of [11, 12, 13, 14, 15]) {
    expect(await isRendered(`/notes/${at}`, '198.51.100.66')).toBe(false);
  }
  // Then it is not asked for this client for a while.
  expect(calls).toEqual([['/notes/11', '198.51.100.66']]);
  expect(await isRendered('/notes/11', '198.51.100.7')).toBe(true);
});

it('calls of one client that hang leave places for others', async () => {
  const hanging = await openTestApi(() => undefined);
  const call = callApi({ url: hanging.url }, { timeoutMs: 60_000, maxRunning: 8, now: () => 0 });
  const stop = new AbortController();
  const askFor = (client: string) =>
    actingFor({ client, gone: stop.signal }, () => call('x', {}, stop.signal));
  const begun: Promise<unknown>[] = [];
  /** How many of so many calls are made, not refused at once. */
  const made = async (client: string, count: number) => {
    const all = Array.from({ length: count }, () => askFor(client));
    begun.push(...all);
    const states = await Promise.all(
      all.map((one) =>
        Promise.race([one.then(() => 0), new Promise<1>((r) => setImmediate(r, 1))]),
      ),
    );
    return states.filter(Boolean).length;
  };
  expect([await made('198.51.100.1', 20), await made('198.51.100.2', 20)]).toEqual([4, 2]);
  expect(await made('198.51.100.3', 1)).toBe(1);
  stop.abort(new Error('over'));
  await Promise.allSettled(begun);
  await hanging.close();
});
