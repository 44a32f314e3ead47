import { afterEach, describe, expect, it } from 'vitest';
import { good, nothing, openTestApi, type TestApi } from '../api/test-api.testing.ts';
import { bakeryAt } from '../bakery/bakery.testing.ts';
import { openTestSite, type TestRegistry, type TestSite } from '../site.testing.ts';
import { siteForEach } from '../site-for-each.testing.ts';

const declared = {
  routes: [
    { path: '/', page: 'Home', description: 'All of it.' },
    { path: '/breads', page: 'Breads', about: 'breads', description: 'All breads.' },
    { path: '/plain', page: 'Plain' },
    { path: '/breads/:id', page: 'Bread', about: 'bread' },
  ],
};

let kept: TestRegistry;
let api: TestApi;
let site: TestSite;
afterEach(() => api.close());
siteForEach(
  async (...opened) => {
    [site, kept] = opened;
    const shell = await site.publish('shell');
    await site.promote({ shell, 'mfe-note': await site.publish('mfe-note', {}, declared) });
  },
  async () => {
    api = await openTestApi((path, { id }) => {
      if (path === 'breads/ids/1') return good({ pages: 2, ids: ['rye', 'a&b', '..'] });
      if (path === 'breads/ids/2') return good({ pages: 2, ids: ['white'] });
      if (path.startsWith('breads/ids/')) return good({ pages: 2, ids: [] });
      return id === 'rye' ? good({ name: 'Rye & co' }) : nothing;
    });
    const clock = Date.now();
    return { site: bakeryAt(api.url), now: () => clock };
  },
);

const locations = (xml: string) =>
  [...xml.matchAll(/<loc>http:\/\/site\.test(.*?)<\/loc>/g)].map(([, path]) => path);

describe('the sitemap', () => {
  it('has the pages that are the same for everybody, and the lists of the site', async () => {
    const { statusCode, body } = await site.get('/sitemap.xml');
    expect([statusCode, locations(body)]).toEqual([
      200,
      ['/sitemap/pages.xml', '/sitemap/breads-1.xml', '/sitemap/breads-2.xml'],
    ]);
  });

  it.each([
    ['pages', ['/', '/breads', '/api', '/contact']],
    ['breads-1', ['/breads/rye', '/breads/a%26b']],
    ['breads-2', ['/breads/white']],
  ])('has %s', async (name, paths) => {
    const { statusCode, body } = await site.get(`/sitemap/${name}.xml`);
    expect([statusCode, locations(body)]).toEqual([200, paths]);
  });

  it.each(['breads-3', 'breads-0', 'other-1', 'constructor-1', 'breads'])(
    'has no %s',
    async (name) => {
      expect((await site.get(`/sitemap/${name}.xml`)).statusCode).toBe(404);
    },
  );

  it('of a site without lists has its pages alone, and asks nobody', async () => {
    const { names } = bakeryAt(api.url);
    const plain = await openTestSite(kept, {
      channel: site.channel,
      site: { names, subjects: {}, shellPages: [], openings: {} },
    });
    expect(locations((await plain.get('/sitemap.xml')).body)).toEqual(['/sitemap/pages.xml']);
    expect(locations((await plain.get('/sitemap/pages.xml')).body)).toEqual(['/', '/breads']);
    expect((await plain.get('/breads/rye')).body).toContain('<title>Bread • ');
    expect(api.asked).toEqual([]);
    await plain.server.close();
  });

  it('says when to come again while the API does not answer', async () => {
    api.answer = () => ({ status: 500, body: {} });
    const { statusCode, headers } = await site.get('/sitemap.xml');
    expect([statusCode, headers['retry-after']]).toEqual([503, '60']);
  });
});

it('serves files that the site has', async () => {
  const { statusCode, headers, body } = await site.get('/menus/today?x=1');
  expect([statusCode, headers['content-type'], headers['cache-control'], body]).toEqual([
    200,
    'text/plain; charset=utf-8',
    'public, max-age=60',
    'Menu of Bakery </script><b>',
  ]);
  expect((await site.get('/menus/tomorrow')).statusCode).toBe(404);
});

it.each([
  ['/menus/today', 'make() of files below /menus/'],
  ['/sitemap.xml', 'sitemap.breads()'],
  ['/sitemap/breads-1.xml', 'sitemap.breads()'],
])('logs that the site fails at %s, and says when to come again', async (url, what) => {
  const burnt = () => Promise.reject(new Error('no flour'));
  const failing = await openTestSite(kept, {
    channel: site.channel,
    site: {
      ...bakeryAt(api.url),
      sitemap: { breads: burnt },
      files: [{ below: '/menus/', type: 'text/plain', maxAge: 60, make: burnt }],
    },
  });
  const { statusCode, headers } = await failing.get(url);
  expect([statusCode, headers['retry-after']]).toEqual([503, '60']);
  expect(failing.lines).toContain(`The site's ${what} failed: Error: no flour`);
  await failing.server.close();
});

describe('a link', () => {
  const titleOf = async (url: string, at = site) => {
    const { statusCode, body } = await at.get(url);
    return [
      statusCode,
      /<title>(.*?) • /.exec(body)?.[1],
      /canonical" href="(.*?)"/.exec(body)?.[1],
    ];
  };

  it('to one thing says what the site says of it', async () => {
    expect(await titleOf('/Breads/rye?x=1')).toEqual([
      200,
      'Rye &amp; co',
      'http://site.test/breads/rye',
    ]);
    expect(await titleOf('/breads/none')).toEqual([404, 'Not Found', undefined]);
    expect(await titleOf('/breads')).toEqual([200, 'Breads', 'http://site.test/breads']);
  });

  it('is there though the site fails at saying it', async () => {
    const failing = await openTestSite(kept, {
      channel: site.channel,
      site: { ...bakeryAt(api.url), describe: () => Promise.reject(new Error('no flour')) },
    });
    expect(await titleOf('/breads/rye', failing)).toEqual([200, 'Bread', undefined]);
    expect(failing.lines).toContain("The site's describe() failed: Error: no flour");
    await failing.server.close();
  });
});
