import { describe, expect, it, vi } from 'vitest';
import { cookieOf, issuedTicket, navigation } from '../browser.testing.ts';
import type { TestRegistry, TestSite } from '../site.testing.ts';
import { siteForEach } from '../site-for-each.testing.ts';
import { openPageTickets, type PageTickets } from './page-tickets.ts';

const secret = new Uint8Array(32).fill(7);
const page = { app: 'mfe-note', revision: 7 };
const minute = 60_000;

/** Nonces as one registry remembers them. */
function claims() {
  const claimed = new Set<string>();
  return { claim: async (nonce: string) => claimed.size < claimed.add(nonce).size };
}

/** What an issued ticket is exchanged for. */
const keptFor = async (tickets: PageTickets, browser: string, issued: string) =>
  (await tickets.exchange(browser, issued))?.kept ?? null;

describe('the ticket of a page', () => {
  it('is exchanged once, by its browser, for one that says what was served', async () => {
    const tickets = openPageTickets(secret, claims());
    const issued = tickets.issue('browser', page);
    expect(await keptFor(tickets, 'another', issued)).toBeNull();
    const kept = (await keptFor(tickets, 'browser', issued)) ?? '';
    expect(tickets.read('browser', kept)).toMatchObject(page);
    expect(tickets.read('another', kept)).toBeNull();
    expect(await keptFor(tickets, 'browser', issued)).toBeNull();
  });

  it('names the same page before and after, and another one for each page', async () => {
    const tickets = openPageTickets(secret, claims());
    const issued = tickets.issue('browser', page);
    const named = tickets.pageOf('browser', issued);
    expect(named).toMatch(/^[\w-]{12}$/);
    const exchanged = await tickets.exchange('browser', issued);
    expect(exchanged?.page.page).toBe(named);
    expect(tickets.read('browser', exchanged?.kept ?? '')?.page).toBe(named);
    expect(tickets.pageOf('browser', issued)).toBe(named);
    expect(tickets.pageOf('another', issued)).toBeNull();
    expect(tickets.pageOf('browser', tickets.issue('browser', page))).not.toBe(named);
  });

  it('is none in the place of the other kind', async () => {
    const tickets = openPageTickets(secret, claims());
    const issued = tickets.issue('browser', page);
    expect(tickets.read('browser', issued)).toBeNull();
    const kept = (await keptFor(tickets, 'browser', issued)) ?? '';
    expect(await keptFor(tickets, 'browser', kept)).toBeNull();
  });

  it('is good on every server with the secret, and on no other', async () => {
    const [one, other] = [openPageTickets(secret, claims()), openPageTickets(secret, claims())];
    const kept = (await keptFor(one, 'browser', other.issue('browser', page))) ?? '';
    expect(other.read('browser', kept)).toMatchObject(page);
    const elsewhere = openPageTickets(new Uint8Array(32), claims());
    expect(elsewhere.read('browser', kept)).toBeNull();
    expect(await keptFor(elsewhere, 'browser', one.issue('browser', page))).toBeNull();
  });

  it('has to be exchanged within a minute, and what came for it ends after a day', async () => {
    let now = 1_000 * minute;
    const tickets = openPageTickets(secret, claims(), () => now);
    const late = tickets.issue('browser', page);
    const kept = (await keptFor(tickets, 'browser', tickets.issue('browser', page))) ?? '';
    now += 2 * minute;
    expect(await keptFor(tickets, 'browser', late)).toBeNull();
    expect(tickets.read('browser', kept)).toMatchObject(page);
    now += 24 * 60 * minute;
    expect(tickets.read('browser', kept)).toBeNull();
  });

  it('is none with any character of it changed', async () => {
    const tickets = openPageTickets(secret, claims());
    const kept = (await keptFor(tickets, 'browser', tickets.issue('browser', page))) ?? '';
    for (let at = 0; at < kept.length - 1; at += 1) {
      const changed = kept.slice(0, at) + (kept[at] === 'A' ? 'B' : 'A') + kept.slice(at + 1);
      expect(tickets.read('browser', changed), changed).toBeNull();
    }
  });
});

describe('a page', () => {
  let site: TestSite;
  let kept: TestRegistry;
  siteForEach(async (...opened) => {
    [site, kept] = opened;
    await site.release();
  });

  const issuedFor = async (url: string, headers: Record<string, string>) =>
    issuedTicket((await site.get(url, headers)).headers['server-timing']);

  it('comes with a ticket of the remote whose page it is', async () => {
    expect(await issuedFor('/notes/1', navigation)).toMatch(/^issued\.mfe-note\.1\./);
    expect((await site.visit('/notes/1')).ticket).toMatch(/^kept\.mfe-note\.1\./);
  });

  it('has one each time, also where its body is known already', async () => {
    const first = await site.get('/notes/1', navigation);
    const again = await site.get('/notes/1', {
      ...navigation,
      cookie: cookieOf(first),
      'if-none-match': String(first.headers.etag),
    });
    expect(again.statusCode).toBe(304);
    const issued = issuedTicket(again.headers['server-timing']);
    expect(issued).not.toBeNull();
    expect(issued).not.toBe(issuedTicket(first.headers['server-timing']));
  });

  it.each<[string, string, Record<string, string>]>([
    ['a script asks for it', '/notes/1', { 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' }],
    ['a frame shows it', '/notes/1', { ...navigation, 'sec-fetch-dest': 'iframe' }],
    ['a page wants it in advance', '/notes/1', { ...navigation, 'sec-purpose': 'prefetch' }],
    ['nobody says what for', '/notes/1', {}],
    ['it is the shell’s own', '/api', navigation],
  ])('comes without one where %s', async (_why, url, headers) => {
    expect(await issuedFor(url, headers)).toBeNull();
  });

  it('begins with the build that brings it, and runs once it says so, in either way', async () => {
    const began = vi.spyOn(kept.registry.reports, 'pageBegan');
    const runs = vi.spyOn(kept.registry.reports, 'pageRuns');
    const current = await kept.registry.channel(site.channel).current();
    const opened = await site.get('/notes/1', navigation);
    const [cookie, issued] = [cookieOf(opened), issuedTicket(opened.headers['server-timing'])];
    const ticket = (await site.post('/releases/tickets', issued ?? '', { cookie })).body;
    const page = issued?.split('.')[4];
    expect(began.mock.calls).toEqual([
      [
        { page, channel: site.channel, app: 'mfe-note', build: current?.builds['mfe-note'] },
        expect.objectContaining({ sampled: true, browser: expect.any(String) }),
      ],
    ]);
    expect(runs).not.toHaveBeenCalled();
    await site.post('/releases/tickets', issued ?? '', { cookie });
    await site.post('/releases/runs', issued ?? '', { cookie: '' });
    expect(runs).not.toHaveBeenCalled();
    expect((await site.post('/releases/runs', issued ?? '', { cookie })).statusCode).toBe(204);
    expect(runs.mock.calls).toEqual([[page]]);
    const tab = '00000000-0000-4000-8000-000000000001';
    const state = { running: {}, loads: [], failures: [], leaving: false, ticket };
    const report = { tab, sequence: 1, channel: site.channel, revision: 1, ...state };
    await site.post('/releases/reports', JSON.stringify(report), { cookie });
    expect(runs.mock.calls).toEqual([[page], [page]]);
    await site.post('/releases/reports', JSON.stringify(report), { cookie: '' });
    expect(runs).toHaveBeenCalledTimes(2);
    expect(began).toHaveBeenCalledOnce();
    vi.restoreAllMocks();
  });

  it('gets nothing for what is no ticket', async () => {
    const { cookie } = await site.visit('/notes/1');
    for (const given of ['', 'issued.mfe-note.1.x', 'x'.repeat(300)]) {
      const answer = await site.post('/releases/tickets', given, { cookie });
      expect([answer.statusCode, answer.headers['cache-control']]).toEqual([204, 'no-store']);
    }
  });
});
