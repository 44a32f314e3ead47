import type { ReleaseDocument } from '@tallystick/contract/release';
import type { PreviewTarget } from '@tallystick/registry/contract/admin-api';
import { previews } from '@tallystick/registry/parts/previews/previews';
import { describe, expect, it, vi } from 'vitest';
import { cookieOf, inlined, navigation, ownOf, releaseIn } from '../browser.testing.ts';
import { maria } from '../builds.testing.ts';
import {
  openTestRegistry,
  openTestSite,
  type TestRegistry,
  type TestSite,
} from '../site.testing.ts';
import { siteForEach } from '../site-for-each.testing.ts';

const minute = 60_000;
const hour = 60 * minute;
let kept: TestRegistry;
let site: TestSite;
/** Builds of `mfe-note`: live in revision 1, live in revision 2, never live. */
let first: string;
let second: string;
let draft: string;
siteForEach(async (...opened) => {
  [site, kept] = opened;
  first = (await site.release('first')).note;
  second = await site.publish('mfe-note', { 'later.js': 'second' });
  await site.promote({ 'mfe-note': second });
  draft = await site.publish('mfe-note', { 'later.js': 'draft' });
});

const post = (url: string, payload: string, from = 'same-origin', cookie = '') =>
  site.postForm(payload, { url, from, cookie });
const questionOf = (ticket: string) => `/releases/preview?ticket=${ticket}`;
/** Says yes to what a ticket shows; answers that answer, or the page that says why there is no question. */
async function redeem(ticket: string) {
  const { answer, asked, cookie } = await site.sayYes(questionOf(ticket));
  return { ...(answer ?? asked), cookie };
}
/** Says yes to another selection. */
async function change(query: string, cookie: string) {
  const led = await site.get(query, { cookie });
  return (await site.sayYes(String(led.headers.location), cookie)).answer;
}

/** Begins a preview; answers where it leads, and the cookie. */
async function begin(target: PreviewTarget): Promise<{ location: string; cookie: string }> {
  const { answer, cookie } = await site.sayYes(questionOf(await site.previewTicket(target)));
  const headers = answer?.headers ?? {};
  expect(answer?.statusCode).toBe(303);
  const set = String(headers['set-cookie']);
  expect(set).toMatch(
    /^tallystick-preview=[\w-]{43}\.[\w-]{32}; Path=\/; Max-Age=3600; HttpOnly; SameSite=Lax$/,
  );
  return { location: String(headers.location), cookie };
}

async function documentAt(url: string, cookie = ''): Promise<ReleaseDocument> {
  const { body } = await site.get(url, { cookie });
  return await releaseIn(body);
}

const buildAt = async (url: string, cookie = '') =>
  (await documentAt(url, cookie)).remotes[0]?.build;

describe('while the store fails', () => {
  const failOnce = (call: 'find' | 'issue') =>
    vi.spyOn(kept.registry.shortLived, call).mockRejectedValueOnce(new Error('no connection'));

  it('a ticket is not used up', async () => {
    const ticket = await site.previewTicket({ channel: site.channel, revision: 1 });
    failOnce('issue');
    expect((await redeem(ticket)).statusCode).toBe(500);
    expect((await redeem(ticket)).headers.location).toBe('/?revision=1');
    expect((await redeem(ticket)).cookie).toBe('');
  });

  it.each(['/', '/releases/current.json'])('%s cannot be had in a preview for now', async (url) => {
    const { cookie } = await begin({ channel: site.channel, revision: 1 });
    failOnce('find');
    const { statusCode, headers } = await site.get(url, { cookie });
    expect([statusCode, headers['cache-control']]).toEqual([503, 'no-store']);
    expect((await site.get(url, { cookie })).statusCode).toBe(200);
  });
});

describe('a preview of a revision', () => {
  it('shows that revision, says so in the document, and is kept nowhere', async () => {
    const { location, cookie } = await begin({ channel: site.channel, revision: 1 });
    expect(location).toBe('/?revision=1');
    const document = await documentAt(location, cookie);
    expect(document).toMatchObject({ revision: 1, remotes: [{ build: first }] });
    expect(document.preview).toEqual({
      revision: 1,
      builds: {},
      leave: '/releases/preview/leave',
    });
    const { headers } = await site.get(location, { cookie });
    expect(headers['cache-control']).toBe('no-store');
    expect(headers['content-security-policy']).toContain("script-src 'self'");
  });

  it('stays while somebody walks about, also for the document alone', async () => {
    const { cookie } = await begin({ channel: site.channel, revision: 1 });
    expect(await buildAt('/notes/7?page=2', cookie)).toBe(first);
    const { body, headers } = await site.get('/releases/current.json', { cookie });
    expect(JSON.parse(body)).toEqual(inlined((await site.get('/', { cookie })).body, 'release'));
    expect(headers['cache-control']).toBe('no-store');
  });

  it('changes to what a page of the site posts, and stays there', async () => {
    const { cookie } = await begin({ channel: site.channel, revision: 1 });
    const changed = await change('/?revision=2', cookie);
    expect([changed?.statusCode, changed?.headers.location]).toEqual([303, '/?revision=2']);
    expect(await buildAt('/?revision=2', cookie)).toBe(second);
    expect(await buildAt('/notes/7', cookie)).toBe(second);
    await change(`/?preview=mfe-note@${draft}`, cookie);
    expect(await buildAt('/notes/7', cookie)).toBe(draft);
  });

  it('begins, changes and ends by nothing that another page can make a browser do', async () => {
    const ticket = await site.previewTicket({ channel: site.channel, revision: 1 });
    for (const from of ['cross-site', 'same-site', 'none', 'same-origin']) {
      const posted = await post('/releases/preview', `ticket=${ticket}`, from);
      expect([posted.statusCode, posted.headers.location]).toEqual([303, questionOf(ticket)]);
      expect(posted.headers['set-cookie']).toBeUndefined();
    }
    const { cookie } = await begin({ channel: site.channel, revision: 1 });
    for (const query of ['?revision=2', `?preview=mfe-note@${draft}`, '?revision=99']) {
      const { statusCode, headers } = await site.get(`/${query}`, { cookie });
      expect([statusCode, headers['cache-control']]).toEqual([303, 'no-store']);
      const { asked } = await site.sayYes(String(headers.location));
      // Without the preview there is nothing to change.
      expect(asked.statusCode).toBe(404);
      for (const from of ['cross-site', 'same-origin']) {
        const form = new URLSearchParams({ look: `/${query}` }).toString();
        await post('/releases/preview', form, from, cookie);
        const plain = { 'sec-fetch-site': from, 'sec-fetch-dest': 'document', cookie };
        await site.get(`/releases/preview/begin?${form}`, plain);
      }
    }
    const left = await site.get('/releases/preview/leave', { cookie });
    expect(left.body).toContain('<form method="post" action="/releases/preview/leave">');
    const posted = await post('/releases/preview/leave', '', 'cross-site', cookie);
    expect([left.headers['set-cookie'], posted.headers['set-cookie']]).toEqual([
      undefined,
      undefined,
    ]);
    expect(await buildAt('/notes/7', cookie)).toBe(first);
  });

  it('asks for nothing that is written as nothing it knows', async () => {
    for (const query of [
      'ticket=%22%3E%3Cscript%3E',
      'link=%3Cb%3E',
      'look=//elsewhere.test',
      '',
    ]) {
      const { statusCode, body } = await site.get(`/releases/preview?${query}`, navigation);
      expect([statusCode, body.includes('<form')]).toEqual([404, false]);
    }
  });

  it('says of the manager who opened it', async () => {
    const ticket = await site.previewTicket({ channel: site.channel, revision: 1 });
    const { asked } = await site.sayYes(questionOf(ticket));
    expect(asked.body).toContain(`<dd>${site.channel} 1.</dd>`);
    expect(asked.body).toContain('<dd>maria</dd>');
  });

  it('ends by its form, and by its time', async () => {
    const { cookie } = await begin({ channel: site.channel, revision: 1 });
    const other = await begin({ channel: site.channel, revision: 1 });
    const { statusCode, headers } = await post(
      '/releases/preview/leave',
      '',
      'same-origin',
      cookie,
    );
    expect([statusCode, headers.location]).toEqual([303, '/']);
    expect(headers['set-cookie']).toMatch(/^tallystick-preview=; Path=\/; Max-Age=0;/);
    const [browser = ''] = cookie.split('; tallystick-preview');
    expect(await buildAt('/?revision=1', browser)).toBe(second);
    kept.ahead.by += hour - minute;
    expect(await buildAt('/', other.cookie)).toBe(first);
    kept.ahead.by += minute;
    const { cookie: ended } = other;
    expect((await site.get('/', { cookie: ended })).body).toContain('The preview has ended');
  });

  it('is named to whoever handles an incident, by the manager who had the ticket, and ends where they end it', async () => {
    const { cookie } = await begin({ channel: site.channel, revision: 2 });
    await change('/?revision=1', cookie);
    const [open, ...more] = await previews.of(kept.registry).list(maria, 'mfe-note');
    expect(more).toEqual([]);
    expect(open).toMatchObject({ build: first, createdBy: 'maria', once: true, browsers: 1 });
    expect((await previews.of(kept.registry).end(maria, open?.id ?? '')).ok).toBe(true);
    const { body } = await site.get('/', { cookie });
    expect(body).toContain('The preview has ended');
    expect(await previews.of(kept.registry).list(maria, 'mfe-note')).toEqual([]);
  });

  it('says that there is none, with the way out', async () => {
    const { cookie } = await begin({ channel: site.channel, revision: 99 });
    const page = await site.get('/', { cookie });
    expect(page.statusCode).toBe(404);
    expect(page.body).toContain(`${site.channel} has no revision 99.`);
    expect(page.body).toContain('<a href="/releases/preview/leave">');
    const { statusCode, headers } = await site.get('/releases/current.json', { cookie });
    expect([statusCode, headers['cache-control']]).toEqual([404, 'no-store']);
  });

  it('says which of its builds was deleted, with the way out', async () => {
    const own = await openTestRegistry();
    const before = await openTestSite(own);
    const { note } = await before.release('old');
    const newer = await before.publish('mfe-note', { 'later.js': 'newer' });
    const newest = await before.publish('mfe-note', { 'later.js': 'newest' });
    for (let n = 0; n < 10; n += 1) {
      await before.promote({ 'mfe-note': newer });
      await before.promote({ 'mfe-note': newest });
    }
    own.ahead.by = 31 * 24 * hour;
    await own.registry.gc(maria, { dryRun: false });
    const cookie = await before.preview({ channel: before.channel, revision: 1 });
    // It has not read the build before.
    const after = await openTestSite(own, { channel: before.channel });
    const { statusCode, body } = await after.get('/', { cookie });
    expect(statusCode).toBe(404);
    expect(body).toContain(`There is no build ${note} of mfe-note.`);
    expect(body).toContain('<a href="/releases/preview/leave">');
    for (const { server } of [before, after]) await server.close();
    await own.close();
  });
});

describe('a preview of builds', () => {
  it('is the newest revision with these in it', async () => {
    const more = await site.publish('mfe-more');
    const { location, cookie } = await begin({
      channel: site.channel,
      builds: { 'mfe-note': draft, 'mfe-more': more },
    });
    expect(location).toBe(`/?preview=mfe-note@${draft}&preview=mfe-more@${more}`);
    const document = await documentAt(location, cookie);
    expect(document.revision).toBe(2);
    expect(document.preview?.builds).toEqual({ 'mfe-note': draft, 'mfe-more': more });
    expect(document.preview?.revision).toBeUndefined();
    expect(document.remotes.map(({ name, build }) => [name, build]).toSorted()).toEqual([
      ['mfe-more', more],
      ['mfe-note', draft],
    ]);
    await site.promote({ shell: await site.publish('shell', { 'main.js': 'newer' }) });
    expect((await documentAt('/', cookie)).revision).toBe(3);
  });

  it('begins at the first page of what is looked at that needs no parameter', async () => {
    const routes = ['/plans/:id', '/plans', '/plans/new'].map((path) => ({ path, page: 'Plan' }));
    const plans = await site.publish('mfe-plan', {}, { routes });
    const builds = { 'mfe-note': draft, 'mfe-plan': plans };
    const query = `?preview=mfe-note@${draft}&preview=mfe-plan@${plans}`;
    const { location, cookie } = await begin({ channel: site.channel, builds });
    expect(location).toBe(`/plans${query}`);
    expect((await site.get(location, { cookie })).statusCode).toBe(200);
    const changed = await change(`/?preview=mfe-plan@${plans}`, cookie);
    expect(changed?.headers.location).toBe(`/plans?preview=mfe-plan@${plans}`);
  });

  it('says which build there is not', async () => {
    const { cookie } = await begin({
      channel: site.channel,
      builds: { 'mfe-note': '9.9.9-aaaaaaaaaaaa' },
    });
    const { statusCode, body } = await site.get('/', { cookie });
    expect(statusCode).toBe(404);
    expect(body).toContain('There is no build 9.9.9-aaaaaaaaaaaa of mfe-note.');
  });
});

describe('without a preview', () => {
  it('a URL that asks for one gets the plain page, the same for all', async () => {
    const cookie = cookieOf(await site.get('/'));
    const bound = `${'A'.repeat(43)}.${'A'.repeat(32)}`;
    const plain = await site.get('/', { cookie });
    for (const url of ['/?revision=1', '/?revision=99', `/?preview=mfe-note@${draft}`]) {
      for (const forged of [
        '',
        '; tallystick-preview=',
        `; tallystick-preview=${'A'.repeat(22)}`,
        `; tallystick-preview=${'A'.repeat(43)}`,
        `; tallystick-preview=${bound}`,
      ]) {
        const { statusCode, body, headers } = await site.get(url, { cookie: cookie + forged });
        expect([statusCode, body]).toEqual([200, plain.body]);
        const own = ownOf(headers);
        expect(headers).toEqual({ ...plain.headers, ...own });
      }
    }
  });

  it('a ticket that is not good gives nothing', async () => {
    for (const ticket of ['', 'bad', 'x'.repeat(43), 'x'.repeat(1_500)]) {
      const { statusCode, cookie } = await redeem(ticket);
      expect([statusCode, cookie]).toEqual([404, '']);
    }
    expect((await post('/releases/preview', `ticket=${'x'.repeat(10_000)}`)).statusCode).toBe(413);
    const json = await site.server.inject({
      method: 'POST',
      url: '/releases/preview',
      payload: { ticket: await site.previewTicket({ channel: site.channel, revision: 1 }) },
    });
    expect(json.statusCode).toBe(415);
  });

  it('reports of tabs count; within one they do not', async () => {
    const { cookie } = await begin({ channel: site.channel, revision: 1 });
    const report = (tab: string, more: Record<string, string>) => {
      const said = { tab, sequence: 0, channel: site.channel, revision: 2, leaving: false };
      const ran = { running: { 'mfe-note': second }, loads: [], failures: [] };
      return site.post('/releases/reports', JSON.stringify({ ...said, ...ran }), more);
    };
    const within = await report('b7d7c8f0-5a43-4d0b-9a8e-3e2f5d7c1a90', { cookie });
    const outside = await report('b7d7c8f0-5a43-4d0b-9a8e-3e2f5d7c1a91', {});
    expect([within.statusCode, outside.statusCode]).toEqual([204, 204]);
    expect((await kept.registry.channel(site.channel).board()).tabs).toBe(1);
  });
});
