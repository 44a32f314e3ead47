import { previews } from '@tallystick/registry/parts/previews/previews';
import { describe, expect, it, vi } from 'vitest';
import { cookieOf, navigation, ownOf, releaseIn, yesIn } from '../browser.testing.ts';
import { maria } from '../builds.testing.ts';
import { openTestSite, type TestRegistry, type TestSite } from '../site.testing.ts';
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

async function open(once = false, build = hidden): Promise<{ id: string; secret: string }> {
  const wanted = { app: 'mfe-note', build, channel: site.channel, hours: 3, once };
  const opened = await previews.of(kept.registry).open(maria, wanted);
  if (!opened.ok) throw new Error(opened.problem);
  return { id: opened.value.link.id, secret: opened.value.secret };
}

/** Says yes on the page that a link leads to; answers the browser's cookies, or '' if that is none of a preview. */
async function follow(secret: string): Promise<string> {
  const { asked, answer, cookie } = await site.sayYes(`/releases/preview?link=${secret}`);
  expect(String(asked.headers['set-cookie'])).not.toContain('preview');
  expect(asked.headers['referrer-policy']).toBe(answer === null ? 'same-origin' : 'no-referrer');
  if (answer?.statusCode !== 303) return '';
  expect(answer.headers.location).toBe('/');
  return cookie.includes('tallystick-preview') ? cookie : '';
}

const buildAt = async (cookie = '') =>
  (await releaseIn((await site.get('/', { cookie })).body)).remotes[0]?.build;
/** Its browser is told once that the preview has ended, and shows what all get. */
async function ends(cookie: string): Promise<void> {
  expect((await site.get('/releases/current.json', { cookie })).body).not.toContain(hidden);
  const { body, headers } = await site.get('/notes/7?page=2', { cookie });
  expect(body).toContain('The preview has ended');
  expect(body).toContain('<a href="/notes/7?page=2">');
  expect(headers['set-cookie']).toMatch(/^tallystick-preview=; Path=\/; Max-Age=0;/);
  expect(headers['cache-control']).toBe('no-store');
  const [browser = ''] = cookie.split('; tallystick-preview');
  expect(await buildAt(browser)).toBe(live);
}
const files = () => [
  `/artifacts/mfe-note/${hidden}/secret-plan.js`,
  `/artifacts/mfe-note/${hidden}/artifact.json`,
  `/artifacts/mfe-note/${hidden}.json`,
];
const statuses = async (cookie = '') =>
  Promise.all(files().map(async (url) => (await site.get(url, { cookie })).statusCode));

/** In one browser: the page that asks, and where its yes leads. */
async function askedFor(secret: string, cookie = '') {
  const {
    asked,
    to,
    cookie: known,
  } = await site.sayYes(`/releases/preview?link=${secret}`, cookie);
  return { asked, to: to ?? '', browser: known.split('; tallystick-preview')[0] ?? '' };
}

it('shows the builds of several apps together, with their files', async () => {
  const plans = await site.publish('mfe-plan', { 'plan.js': site.channel }, {}, true);
  const wanted = { app: 'mfe-note', build: hidden, beside: { 'mfe-plan': plans } };
  const more = { channel: site.channel, hours: 3, once: false };
  const opened = await previews.of(kept.registry).open(maria, { ...wanted, ...more });
  if (!opened.ok) throw new Error(opened.problem);
  const { secret } = opened.value;
  const { asked } = await site.sayYes(`/releases/preview?link=${secret}`);
  expect(asked.body).toContain(`with mfe-note ${hidden}, mfe-plan ${plans}.`);
  const cookie = await follow(secret);
  const { remotes } = await releaseIn((await site.get('/', { cookie })).body);
  expect(new Map(remotes.map(({ name, build }) => [name, build]))).toEqual(
    new Map([
      ['mfe-note', hidden],
      ['mfe-plan', plans],
    ]),
  );
  const file = `/artifacts/mfe-plan/${plans}/plan.js`;
  expect((await site.get(file, { cookie })).statusCode).toBe(200);
  expect((await site.get(file)).statusCode).toBe(404);
});

it.each([
  ['/notes/7', '/notes/7'],
  ['/notes/a%20b', '/notes/a%20b'],
  ['//evil.test/', '/'],
  ['/\\evil.test/', '/'],
  ['https://evil.test/', '/'],
])('leads to the page %s of its address only if that is of the site: %s', async (page, to) => {
  const { secret } = await open();
  const query = new URLSearchParams({ link: secret, page });
  const { answer, cookie } = await site.sayYes(`/releases/preview?${query}`);
  expect(answer?.headers.location).toBe(to);
  expect(await buildAt(cookie)).toBe(hidden);
  // It leads there as well if the preview has begun already.
  const again = await site.sayYes(`/releases/preview?${query}`, cookie);
  expect(again.answer?.headers.location).toBe(to);
});

describe('the page that asks', () => {
  it('says what is shown, until when and by whom', async () => {
    const { secret } = await open();
    const { asked } = await askedFor(secret);
    const text = asked.body.replaceAll(/<[^>]+>/g, ' ');
    expect(text).toContain(`The newest of ${site.channel} with mfe-note ${hidden}.`);
    expect(text).toMatch(/Until +20\d\d-\d\d-\d\d \d\d:\d\d UTC/);
    expect(text).toMatch(/By +maria/);
  });

  it('has an origin of its own, no scripts, no frame, and is kept nowhere', async () => {
    const { asked } = await askedFor((await open()).secret);
    expect(asked.headers['content-security-policy']).toMatch(
      /^default-src 'none'; frame-ancestors 'none'; style-src 'sha256-[\w+/=]+'; base-uri 'none'; form-action 'self'; sandbox allow-forms$/,
    );
    expect(asked.headers['cache-control']).toBe('no-store');
    expect(asked.headers['cross-origin-opener-policy']).toBe('same-origin');
    expect(asked.body).not.toContain('<script');
  });

  it.each([
    ['fetch', { 'sec-fetch-dest': 'empty', 'sec-fetch-mode': 'cors' }],
    ['a worker', { 'sec-fetch-dest': 'empty', 'sec-fetch-mode': 'navigate' }],
    ['a frame', { 'sec-fetch-dest': 'iframe', 'sec-fetch-mode': 'navigate' }],
    ['an object', { 'sec-fetch-dest': 'object', 'sec-fetch-mode': 'navigate' }],
    ['prefetching', { 'sec-fetch-dest': 'document', 'sec-purpose': 'prefetch' }],
    ['prerendering', { 'sec-fetch-dest': 'document', 'sec-purpose': 'prefetch;prerender' }],
    ['a chat, or a browser that does not say what it asks for', {}],
  ])('is not given to %s', async (_who, headers) => {
    const { secret } = await open();
    const { statusCode, body } = await site.get(`/releases/preview?link=${secret}`, headers);
    expect(statusCode).toBe(403);
    expect([yesIn(body), body.includes(hidden), body.includes('proof')]).toEqual([
      null,
      false,
      false,
    ]);
  });

  it('is asked again where a yes does not come from it, in this browser, about this, lately', async () => {
    const [{ secret }, other] = [await open(), await open()];
    const { to, browser } = await askedFor(secret);
    const theirs = await askedFor(secret);
    const yes = (url: string, cookie: string, from = 'cross-site') =>
      site.get(url, { cookie, 'sec-fetch-dest': 'document', 'sec-fetch-site': from });
    const question = `/releases/preview?link=${secret}`;
    for (const answer of [
      await yes(to, browser, 'same-origin'),
      await yes(theirs.to, browser),
      await yes(to, ''),
      await yes(to, `${theirs.browser}; ${browser}`),
      await yes(to.replace(/proof=[^&]*/, `proof=0.${'A'.repeat(12)}.${'A'.repeat(32)}`), browser),
      await yes(`/releases/preview/begin?link=${secret}`, browser),
    ]) {
      expect([answer.statusCode, answer.headers.location]).toEqual([303, question]);
      expect(answer.headers['set-cookie']).toBeUndefined();
    }
    const turned = await yes(to.replace(secret, other.secret), browser);
    expect(turned.headers.location).toBe(`/releases/preview?link=${other.secret}`);
    kept.ahead.by += 600_001;
    expect((await yes(to, browser)).headers.location).toBe(question);
  });

  it('is no way in by POST', async () => {
    const { secret } = await open();
    const { to, browser } = await askedFor(secret);
    const proof = new URLSearchParams(to.split('?')[1]).get('proof');
    for (const form of [`link=${secret}`, `link=${secret}&proof=${proof}`]) {
      const { headers } = await site.postForm(form, { cookie: browser });
      expect(headers['set-cookie']).toBeUndefined();
    }
  });

  it('takes a double click for one yes', async () => {
    const { secret } = await open(true);
    const { asked, browser } = await askedFor(secret);
    const to = yesIn(asked.body) ?? '';
    // The first yes was said by `askedFor`; the browser has lost its answer.
    const again = await site.get(to, { cookie: browser, 'sec-fetch-site': 'cross-site' });
    expect([again.statusCode, String(again.headers['set-cookie'])]).toEqual([
      303,
      expect.stringContaining('tallystick-preview='),
    ]);
  });
});

describe('a cookie of a preview', () => {
  it('says nothing in another browser, nor beside another one of its name', async () => {
    const cookie = await follow((await open()).secret);
    const [theirs = '', preview = ''] = cookie.split('; ');
    const [mine = ''] = (await site.preview({ channel: site.channel, revision: 1 })).split('; ');
    expect(await buildAt(cookie)).toBe(hidden);
    for (const tossed of [
      preview,
      `${mine}; ${preview}`,
      `${theirs}; ${mine}; ${preview}`,
      `${mine}; ${theirs}; ${preview}`,
      `${theirs}; ${preview}; ${preview}`,
    ]) {
      const { body, headers } = await site.get('/', { cookie: tossed });
      expect((await releaseIn(body)).preview).toBeUndefined();
      expect(String(headers['set-cookie'])).not.toContain('tallystick-preview');
      expect(await statuses(tossed)).toEqual([404, 404, 404]);
    }
  });

  it('cannot be set by a script where the site is https', async () => {
    const secure = await openTestSite(kept, {
      channel: site.channel,
      siteUrl: 'https://site.test',
    });
    const { secret } = await open();
    const { answer } = await secure.sayYes(`/releases/preview?link=${secret}`);
    expect(String(answer?.headers['set-cookie'])).toMatch(
      /^__Host-Http-tallystick-preview=[\w.-]+; Path=\/; Max-Age=3600; HttpOnly; SameSite=Lax; Secure$/,
    );
    await secure.server.close();
  });
});

describe('once its app is recalled', () => {
  it.each([
    ['a link, for the browser that it was for', true],
    ['a link', false],
  ])('a preview by %s ends, and none begins', async (_what, onlyOne) => {
    const newer = await site.publish('mfe-note', { 'later.js': 'newer' });
    await site.promote({ 'mfe-note': newer });
    const { secret } = await open(onlyOne);
    const cookie = await follow(secret);
    // Somebody else still thinks about it.
    const question = `/releases/preview?link=${(await open()).secret}`;
    const thinking = await site.get(question, navigation);
    const [to, browser] = [yesIn(thinking.body) ?? '', cookieOf(thinking)];
    expect(await buildAt(cookie)).toBe(hidden);
    await site.change({
      kind: 'rollback',
      apps: ['mfe-note'],
      to: {},
      recall: true,
      reason: 'bad totals',
    });
    await ends(cookie);
    expect(await statuses(cookie)).toEqual([404, 404, 404]);
    expect(await follow(secret)).toBe('');
    const late = await site.get(to, { cookie: browser, 'sec-fetch-site': 'cross-site' });
    expect([late.statusCode, late.headers['set-cookie']]).toEqual([410, undefined]);
  });

  it('no revision with the recalled build is shown, nor the build to a manager', async () => {
    const bad = await site.publish('mfe-note', { 'later.js': 'bad' });
    const { revision } = await site.promote({ 'mfe-note': bad });
    const before = await site.preview({ channel: site.channel, revision });
    const chosen = await site.preview({ channel: site.channel, builds: { 'mfe-note': hidden } });
    expect([await buildAt(before), await buildAt(chosen)]).toEqual([bad, hidden]);
    await site.change({
      kind: 'rollback',
      apps: ['mfe-note'],
      to: {},
      recall: true,
      reason: 'bad totals',
    });
    await ends(chosen);
    const after = await site.preview({ channel: site.channel, builds: { 'mfe-note': bad } });
    for (const cookie of [before, after]) {
      const { statusCode, body } = await site.get('/', { cookie });
      expect([statusCode, body]).toEqual([
        404,
        expect.stringContaining(`Build ${bad} of mfe-note was recalled.`),
      ]);
      expect((await site.get('/releases/current.json', { cookie })).statusCode).toBe(404);
    }
  });
});

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

  it('leads to the first page of the app that needs no parameter, also when it is followed again', async () => {
    const routes = ['/notes/:id', '/notes/all/*', '/notes/new'].map((path) => ({
      path,
      page: 'x',
    }));
    const build = await site.publish('mfe-note', {}, { routes }, true);
    const url = `/releases/preview?link=${(await open(false, build)).secret}`;
    const first = await site.sayYes(url);
    expect(first.answer?.headers.location).toBe('/notes/all');
    const { answer } = await site.sayYes(url, first.cookie);
    expect(answer?.headers.location).toBe('/notes/all');
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
      const own = ownOf(found.headers);
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
    const ended = await previews.of(kept.registry).end(maria, id);
    expect(ended.ok).toBe(true);
    expect(await follow(secret)).toBe('');
    await ends(cookie);
    expect(await statuses(cookie)).toEqual([404, 404, 404]);
  });

  it('ends with its time, and the previews that it began', async () => {
    const { secret } = await open();
    kept.ahead.by += 3 * hour - 60_000;
    const cookie = await follow(secret);
    expect(await buildAt(cookie)).toBe(hidden);
    kept.ahead.by += 60_000;
    expect(await follow(secret)).toBe('');
    await ends(cookie);
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
      const url = `/releases/preview?link=${secret}`;
      expect((await site.sayYes(url)).answer?.statusCode).toBe(500);
      expect(await buildAt(await follow(secret))).toBe(hidden);
      expect(await follow(secret)).toBe('');
    },
  );

  it('for one browser leaves no cookie that outlives it', async () => {
    const { secret } = await open(true);
    const { answer } = await site.sayYes(`/releases/preview?link=${secret}`);
    const [, seconds] = /; Max-Age=(\d+);/.exec(String(answer?.headers['set-cookie'])) ?? [];
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
  const promote = () => kept.registry.channel(site.channel).change(maria, 1, change);
  expect(await promote()).toMatchObject({
    code: 'unfit',
    problem: expect.stringContaining('was published for previews alone; publish it first'),
  });
  await kept.registry.publish(maria, 'mfe-note', hidden);
  expect((await promote()).ok).toBe(true);
  expect(await buildAt()).toBe(hidden);
});
