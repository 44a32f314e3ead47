import { describe, expect, it, vi } from 'vitest';
import { cookieOf, maria, releaseIn, type TestRegistry, type TestSite } from '../site.testing.ts';
import { siteForEach } from '../site-for-each.testing.ts';

const hour = 3_600_000;
let kept: TestRegistry;
let site: TestSite;
let live: string;
/** A build of `mfe-note` that was published for previews alone. */
let hidden: string;
siteForEach(
  async (...opened) => {
    [site, kept] = opened;
    live = (await site.release('live')).note;
    hidden = await site.publish('mfe-note', { 'secret-plan.js': site.channel }, {}, true);
  },
  ({ ahead }) => ({ now: () => Date.now() + ahead.by }),
);

async function open(once = false): Promise<{ id: string; secret: string }> {
  const wanted = { app: 'mfe-note', build: hidden, channel: site.channel, hours: 3, once };
  const opened = await kept.registry.openPreviewLink(maria, wanted);
  if (!opened.ok) throw new Error(opened.problem);
  return { id: opened.value.link.id, secret: opened.value.secret };
}

/** Says yes on the page that a link leads to; answers the browser's cookie, or '' without one. */
async function follow(secret: string): Promise<string> {
  const asked = await site.get(`/releases/preview?link=${secret}`);
  expect(asked.headers['set-cookie']).toBeUndefined();
  expect(asked.headers['referrer-policy']).toBe('strict-origin');
  expect(asked.body).toContain(`<input type="hidden" name="link" value="${secret}">`);
  const answer = await site.postForm(`link=${secret}`);
  expect([answer.statusCode, answer.headers.location]).toEqual([303, '/']);
  return cookieOf(answer);
}

const buildAt = async (cookie = '') =>
  (await releaseIn((await site.get('/', { cookie })).body)).remotes[0]?.build;
const files = () => [
  `/artifacts/mfe-note/${hidden}/secret-plan.js`,
  `/artifacts/mfe-note/${hidden}/artifact.json`,
  `/artifacts/mfe-note/${hidden}.json`,
];
const statuses = async (cookie = '') =>
  Promise.all(files().map(async (url) => (await site.get(url, { cookie })).statusCode));

describe('a link to a preview', () => {
  it('shows the live site with the one build new, and its files, in the browser that follows it', async () => {
    const { secret } = await open();
    const cookie = await follow(secret);
    expect(await buildAt(cookie)).toBe(hidden);
    const [script, , attestation] = files();
    const file = await site.get(script ?? '', { cookie });
    expect([file.statusCode, file.body]).toEqual([200, site.channel]);
    expect(file.headers['cache-control']).toBe('private, no-cache');
    expect((await site.get(attestation ?? '', { cookie })).statusCode).toBe(200);
    expect(await buildAt(await follow(secret))).toBe(hidden);
  });

  it('shows a stranger nothing: a preview’s file is as one that never was', async () => {
    const cookie = await follow((await open()).secret);
    expect(await statuses(cookie)).toEqual([200, 404, 200]);
    expect(await buildAt()).toBe(live);
    const other = await site.publish('mfe-note', { 'x.js': 'other' }, {}, true);
    const theirs = `/artifacts/mfe-note/${other}/x.js`;
    for (const [url, visitor] of [...files(), theirs].flatMap((url) => [
      [url, ''],
      [url, `tallystick-preview=${'A'.repeat(43)}`],
    ])) {
      const missing = await site.get((url ?? '').replace(/[0-9a-f]{12}/, 'f'.repeat(12)));
      const found = await site.get(url ?? '', { cookie: visitor ?? '' });
      expect([found.statusCode, found.body]).toEqual([404, missing.body]);
      const own = { date: found.headers.date, 'x-trace-id': found.headers['x-trace-id'] };
      expect({ ...missing.headers, ...own }).toEqual(found.headers);
    }
    expect((await site.get(theirs, { cookie })).statusCode).toBe(404);
    const everything = await Promise.all(
      ['/', '/releases/current.json', '/sitemap.xml', `/?preview=mfe-note@${hidden}`].map(
        async (url) => (await site.get(url)).body,
      ),
    );
    expect(everything.join()).not.toContain(hidden);
  });

  it('shows its build alone: another cannot be asked for by an address', async () => {
    const other = await site.publish('mfe-note', { 'x.js': 'another' }, {}, true);
    const cookie = await follow((await open()).secret);
    const page = await site.get(`/?preview=mfe-note@${other}`, { cookie });
    expect((await releaseIn(page.body)).remotes[0]?.build).toBe(hidden);
  });

  it('that is guessed, or is not good any more, leads to the plain page', async () => {
    const { id, secret } = await open();
    const cookie = await follow(secret);
    for (const guess of [
      `tsp_${id}_${'A'.repeat(43)}`,
      `tsp_${'0'.repeat(16)}_${'A'.repeat(43)}`,
    ]) {
      expect(await follow(guess)).toBe('');
    }
    const ended = await kept.registry.endPreviewLink(maria, id);
    expect(ended.ok).toBe(true);
    expect([await buildAt(cookie), await follow(secret)]).toEqual([live, '']);
    expect(await statuses(cookie)).toEqual([404, 404, 404]);
  });

  it('ends with its time, and the previews that it began', async () => {
    const { secret } = await open();
    kept.ahead.by += 3 * hour - 60_000;
    const cookie = await follow(secret);
    expect(await buildAt(cookie)).toBe(hidden);
    kept.ahead.by += 60_000;
    expect([await buildAt(cookie), await follow(secret)]).toEqual([live, '']);
  });

  it('for one browser is for the first that follows it, for as long as it is good', async () => {
    const { secret } = await open(true);
    const cookies = await Promise.all([follow(secret), follow(secret), follow(secret)]);
    const [cookie = '', ...others] = cookies.filter((one) => one !== '');
    expect(others).toEqual([]);
    kept.ahead.by += 2 * hour;
    expect([await buildAt(cookie), await follow(secret)]).toEqual([hidden, '']);
  });

  it.each(['issue', 'claim'] as const)(
    'for one browser is not used up where the store fails (%s) as it is followed',
    async (call) => {
      const { secret } = await open(true);
      vi.spyOn(kept.registry.shortLived, call).mockRejectedValueOnce(new Error('no connection'));
      expect((await site.postForm(`link=${secret}`)).statusCode).toBe(500);
      expect(await buildAt(await follow(secret))).toBe(hidden);
      expect(await follow(secret)).toBe('');
    },
  );

  it('for one browser leaves no cookie that outlives it', async () => {
    const { secret } = await open(true);
    const { headers } = await site.postForm(`link=${secret}`);
    const [, seconds] = /; Max-Age=(\d+);/.exec(String(headers['set-cookie'])) ?? [];
    expect(Number(seconds)).toBeGreaterThan(3_600);
    expect(Number(seconds)).toBeLessThanOrEqual(3 * 3_600);
  });

  it('leads to what everybody may fetch, once the build was published for all', async () => {
    expect(await statuses()).toEqual([404, 404, 404]);
    const published = await kept.registry.publish(maria, 'mfe-note', hidden);
    expect(published).toMatchObject({ ok: true, value: { published: true } });
    expect(await statuses()).toEqual([200, 404, 200]);
    const { headers } = await site.get(files()[0] ?? '');
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
  });
});

it('a build for previews is not promoted before it is published', async () => {
  const change = { kind: 'promote', builds: { 'mfe-note': hidden }, reason: 'why' } as const;
  const promote = () => kept.registry.change(maria, site.channel, 1, change);
  expect(await promote()).toMatchObject({
    code: 'unfit',
    problem: expect.stringContaining('was published for previews alone; publish it first'),
  });
  await kept.registry.publish(maria, 'mfe-note', hidden);
  expect((await promote()).ok).toBe(true);
  expect(await buildAt()).toBe(hidden);
});
