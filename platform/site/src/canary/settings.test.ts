import { afterAll, beforeAll, expect, it } from 'vitest';
import { bakeryAt } from '../bakery/bakery.testing.ts';
import { cookieOf, navigation, releaseIn } from '../browser.testing.ts';
import { shellEntry } from '../rendering/entries.testing.ts';
import {
  openTestRegistry,
  openTestSite,
  type TestRegistry,
  type TestSite,
} from '../site.testing.ts';
import { rolloutBucketOf } from './rollout-bucket.ts';

const settings = {
  newList: { type: 'boolean', default: false },
  pageSize: { type: 'integer', default: 20 },
};
const reason = 'because of this test';
/** A remote that renders what is set. */
const entry = `exports.page = async ({ release }) =>
  '<p>has ' + JSON.stringify(release.remotes[0].values ?? 'nothing') + '</p>';`;

let kept: TestRegistry;
let site: TestSite;
beforeAll(async () => {
  kept = await openTestRegistry();
  site = await openTestSite(kept, {
    site: bakeryAt('http://breads.test'),
    rendering: { beginMs: 60_000, limitMs: 60_000 },
    limits: { rendersMs: 60_000 },
  });
  const shell = await site.publish('shell', { 'server/entry.js': shellEntry });
  const note = await site.publish('mfe-note', { 'server/entry.js': entry }, { settings });
  await site.promote({ shell, 'mfe-note': note });
});
afterAll(async () => {
  await site.server.close();
  await kept.close();
});

/** The cookie of a browser that is in a share of so many percent, or is not. */
function browser(percent: number, isIn: boolean): string {
  for (let at = 0; ; at += 1) {
    const id = Buffer.from(`browser ${at}`.padEnd(16, '.')).toString('base64url');
    if (rolloutBucketOf(id) < percent * 100 === isIn) return `tallystick-browser=${id}`;
  }
}

/** What a page has of the settings, as its release says it and as it is rendered. */
async function load(cookie: string) {
  const page = await site.get('/notes/1', { ...navigation, cookie });
  const { remotes } = await releaseIn(page.body);
  const [, rendered = ''] = /<p>has (.*?)<\/p>/.exec(page.body) ?? [];
  return [remotes[0]?.values, rendered] as const;
}

it('come with pages, rendered too, to the same share of browsers as a canary', async () => {
  const [inside, outside] = [browser(10, true), browser(10, false)];
  const before = await site.get('/notes/1', { ...navigation, cookie: outside });
  expect(before.body).not.toContain('"values"');
  expect(before.body).not.toContain('\\"values\\"');
  expect(await load(outside)).toEqual([undefined, '"nothing"']);

  const change = { kind: 'configure', app: 'mfe-note', now: false, reason } as const;
  await site.change({ ...change, set: { pageSize: 50 } });
  const made = await site.change({ ...change, set: { newList: true }, percent: 10 });
  for (let turn = 0; turn < 2; turn += 1) {
    expect(await load(inside)).toEqual([
      { pageSize: 50, newList: true },
      '{"pageSize":50,"newList":true}',
    ]);
    expect(await load(outside)).toEqual([{ pageSize: 50 }, '{"pageSize":50}']);
  }
  const { body } = await site.get('/releases/current.json', { cookie: inside });
  expect(JSON.parse(body)).toMatchObject({ canaries: [], shares: ['mfe-note'] });

  await site.change({ kind: 'undo', revision: made.revision, recall: false, reason });
  expect(await load(inside)).toEqual([{ pageSize: 50 }, '{"pageSize":50}']);
});

it('of a share give a new browser the cookie by which it stays', async () => {
  const change = { kind: 'configure', app: 'mfe-note', now: false, reason } as const;
  await site.change({ ...change, set: { newList: true }, percent: 50 });
  const first = await site.get('/notes/1', navigation);
  const { remotes } = await releaseIn(first.body);
  expect((await load(cookieOf(first)))[0]).toEqual(remotes[0]?.values);
});
