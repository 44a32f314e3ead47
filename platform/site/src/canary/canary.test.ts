import { createHash } from 'node:crypto';
import { Agent, get } from 'node:http';
import { text } from 'node:stream/consumers';
import { openUnverified, readRelease } from '@tallystick/contract/read-release';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { cookieOf, inlined, releaseIn } from '../browser.testing.ts';
import { openTestRegistry, openTestSite, type TestRegistry } from '../site.testing.ts';

// CANARY_BROWSERS=2000 for the long run.
const known = Number(process.env.CANARY_BROWSERS ?? 300);

let kept: TestRegistry;
beforeAll(async () => {
  kept = await openTestRegistry();
});
afterAll(() => kept.close());

/** A browser as far as it matters here: it asks for pages, and keeps the cookie that it gets. */
interface Browser {
  /** Asks for a page; answers the builds of each app that the page has, canaries with a star. */
  load(): Promise<Record<string, string>>;
}

/** @param id its cookie from before; absent: the site has to give it one */
function openBrowser(url: string, agent: Agent, id?: string): Browser {
  let cookie = id === undefined ? '' : `tallystick-browser=${id}`;
  return {
    async load() {
      const [html, cookies] = await new Promise<[Promise<string>, string[]]>((resolve, reject) => {
        get(`${url}/notes/1`, { agent, headers: { cookie } }, (response) =>
          resolve([text(response), response.headers['set-cookie'] ?? []]),
        ).on('error', reject);
      });
      const body = await html;
      for (const given of cookies) [cookie = ''] = given.split(';', 1);
      const { shell, remotes } = await releaseIn(body);
      return Object.fromEntries(
        [shell, ...remotes].map(({ name, build, canary }) => [name, canary ? `${build}*` : build]),
      );
    },
  };
}

/** Has all browsers load a page, sixteen at a time. */
async function loadAll(browsers: readonly Browser[]): Promise<Record<string, string>[]> {
  const loaded: Record<string, string>[] = [];
  let next = 0;
  const lane = async () => {
    for (let place = next++; place < browsers.length; place = next++) {
      loaded[place] = (await browsers[place]?.load()) ?? {};
    }
  };
  await Promise.all(Array.from({ length: 16 }, lane));
  return loaded;
}

it(`gives 20 % of ${known} browsers the canary, each the same each time, and raising moves nobody back`, async () => {
  const site = await openTestSite(kept);
  const url = await site.server.listen({ host: '127.0.0.1', port: 0 });
  const agent = new Agent({ keepAlive: true, maxSockets: 16 });
  const { shell, note } = await site.release();
  const build = await site.publish('mfe-note', { 'later.js': 'canary' });
  const canary = (percent: number) =>
    site.change({ kind: 'canary', builds: { 'mfe-note': build }, percent, reason: 'try it' });
  // Always the same ids, so that chance has no part in the result; a hundred more have none yet.
  const browsers = Array.from({ length: known + 100 }, (_, place) => {
    const digest = createHash('sha256').update(`browser ${place}`).digest();
    const id = digest.subarray(0, 16).toString('base64url');
    return openBrowser(url, agent, place < known ? id : undefined);
  });
  const isIn = (loaded: Record<string, string>[]) =>
    loaded.map(({ 'mfe-note': found }) => found === `${build}*`);
  const share = (inside: boolean[]) => inside.slice(0, known).filter(Boolean).length / known;

  await canary(20);
  const first = await loadAll(browsers);
  for (const found of first) {
    expect(found.shell).toBe(shell);
    expect([note, `${build}*`]).toContain(found['mfe-note']);
  }
  expect(await loadAll(browsers)).toEqual(first);
  expect(await loadAll(browsers)).toEqual(first);
  expect(share(isIn(first))).toBeGreaterThan(0.17);
  expect(share(isIn(first))).toBeLessThan(0.23);

  await canary(50);
  const raised = await loadAll(browsers);
  expect(isIn(first).filter((was, place) => was && !isIn(raised)[place])).toEqual([]);
  expect(share(isIn(raised))).toBeGreaterThan(0.47);
  expect(share(isIn(raised))).toBeLessThan(0.53);
  console.log(
    `canary at 20 %: ${(share(isIn(first)) * 100).toFixed(1)} % of ${known} browsers; at 50 %: ${(share(isIn(raised)) * 100).toFixed(1)} %`,
  );

  await site.change({ kind: 'abort', apps: ['mfe-note'], recall: false, reason: 'end' });
  expect(share(isIn(await loadAll(browsers.slice(0, 100))))).toBe(0);
  agent.destroy();
  await site.server.close();
}, 900_000);

it('gives the builds of a release set to the same browsers, never one without the other', async () => {
  const site = await openTestSite(kept);
  const url = await site.server.listen({ host: '127.0.0.1', port: 0 });
  const agent = new Agent({ keepAlive: true, maxSockets: 16 });
  await site.release();
  const more = await site.publish('mfe-more');
  await site.promote({ 'mfe-more': more });
  const set = {
    'mfe-note': await site.publish('mfe-note', { 'later.js': 'set' }),
    'mfe-more': await site.publish('mfe-more', { 'later.js': 'set' }),
  };
  await site.change({ kind: 'canary', builds: set, percent: 30, reason: 'both' });
  const loaded = await loadAll(Array.from({ length: 200 }, () => openBrowser(url, agent)));
  const kinds = new Set(
    loaded.map(
      (found) => `${found['mfe-note']?.endsWith('*')} ${found['mfe-more']?.endsWith('*')}`,
    ),
  );
  expect(kinds).toEqual(new Set(['true true', 'false false']));
  agent.destroy();
  await site.server.close();
});

it('asks no browser without a cookie to be in a canary when it asks for the document alone', async () => {
  const site = await openTestSite(kept);
  const { note } = await site.release();
  const build = await site.publish('mfe-note', { 'later.js': 'nearly all' });
  const builds = { 'mfe-note': build };
  await site.change({ kind: 'canary', builds, percent: 99.99, reason: 'nearly all' });
  for (let turn = 0; turn < 5; turn += 1) {
    const { body } = await site.get('/releases/current.json');
    expect((await readRelease(body, openUnverified)).remotes[0]?.build).toBe(note);
  }
  const cookie = cookieOf(await site.get('/'));
  const { body } = await site.get('/releases/current.json', { cookie });
  const page = await site.get('/', { cookie });
  expect(JSON.parse(body)).toEqual(inlined(page.body, 'release'));
  await site.server.close();
});
