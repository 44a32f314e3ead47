import { describe, expect, it } from 'vitest';
import { releaseIn } from '../browser.testing.ts';
import type { TestSite } from '../site.testing.ts';
import { siteForEach } from '../site-for-each.testing.ts';

let site: TestSite;
/** Builds of `mfe-note`: one with its pages below /notes, and one that has them below /memos. */
let before: string;
let after: string;
siteForEach(async (...opened) => {
  [site] = opened;
  before = (await site.release()).note;
  after = await site.publish(
    'mfe-note',
    {},
    {
      routes: [
        { path: '/memos/:id', page: 'Memo' },
        { path: '/memos/all/*', page: 'Memos', description: 'All memos.' },
      ],
      redirects: [
        { from: '/notes/:id', to: '/memos/:id' },
        { from: '/lists/*', to: '/memos/all/*' },
      ],
    },
  );
});

const led = async (path: string, cookie = '') => {
  const { statusCode, headers } = await site.get(path, { cookie });
  return [statusCode, headers.location];
};

describe('an address that a remote has given up', () => {
  it.each([
    ['/notes/7', '/memos/7'],
    ['/Notes/7/', '/memos/7'],
    ['/notes/7?page=2&q=a%20b?', '/memos/7?page=2&q=a%20b?'],
    ['/notes/r%2F1', '/memos/r%2F1'],
    ['/notes/%C3%A9', '/memos/%C3%A9'],
    ['/notes/%2F%2Felsewhere.test', '/memos/%2F%2Felsewhere.test'],
    ['/lists/a/b?x=//elsewhere.test', '/memos/all/a/b?x=//elsewhere.test'],
    ['/lists//elsewhere.test', '/memos/all//elsewhere.test'],
  ])('%s leads to %s', async (path, to) => {
    await site.promote({ 'mfe-note': after });
    expect(await led(path)).toEqual([301, to]);
    expect((await site.get(to)).statusCode).toBe(200);
  });

  it('is asked for anew each time, so that a rollback brings its page back', async () => {
    expect(await led('/notes/7')).toEqual([200, undefined]);
    await site.promote({ 'mfe-note': after });
    const { headers } = await site.get('/notes/7');
    expect([headers['cache-control'], headers.vary]).toEqual(['no-cache', 'cookie']);
    const reason = 'the links';
    await site.change({ kind: 'rollback', apps: ['mfe-note'], to: {}, recall: false, reason });
    expect(await led('/notes/7')).toEqual([200, undefined]);
    expect(before).not.toBe(after);
  });

  it('leads on in a preview, and in the page itself by what that has of the release', async () => {
    const channel = { channel: site.channel, builds: { 'mfe-note': after } };
    const ticket = await site.previewTicket(channel);
    const { cookie } = await site.sayYes(`/releases/preview?ticket=${ticket}`);
    expect(await led('/notes/7?a=1', cookie)).toEqual([301, '/memos/7?a=1']);
    expect((await site.get('/notes/7', { cookie })).headers['cache-control']).toBe('no-store');
    await site.promote({
      shell: await site.publish('shell', {
        'reads-declarations.txt': 'yes',
        'reads-outlines.txt': 'yes',
      }),
      'mfe-note': after,
    });
    const { remotes } = await releaseIn((await site.get('/memos/7')).body);
    expect(remotes[0]?.declaration.redirects).toEqual([
      { from: '/notes/:id', to: '/memos/:id' },
      { from: '/lists/*', to: '/memos/all/*' },
    ]);
  });

  it('is not in the sitemap, and the one that it leads to is', async () => {
    await site.promote({ 'mfe-note': after });
    const { body } = await site.get('/sitemap/pages.xml');
    expect(body).toContain('/memos/all<');
    expect(body).not.toContain('/lists');
  });
});

it('has in no answer to readers whose the remote is', async () => {
  const owner = { team: 'The Notes team', links: [] };
  const routes = [{ path: '/notes/:id', page: 'Notes' }];
  const build = await site.publish('mfe-note', {}, { routes, owner });
  await site.promote({ 'mfe-note': build });
  for (const path of ['/notes/1', '/releases/current.json', `/artifacts/mfe-note/${build}.json`]) {
    const { statusCode, body } = await site.get(path);
    expect([statusCode, body.includes('The Notes team'), body.includes('owner')]).toEqual([
      200,
      false,
      false,
    ]);
  }
  expect((await site.get(`/artifacts/mfe-note/${build}/artifact.json`)).statusCode).toBe(404);
});
