import { openTestSite, type TestRegistry, type TestSite } from '@tallystick/site/site.testing';
import { siteForEach } from '@tallystick/site/site-for-each.testing';
import { good, nothing } from '@tallystick/site/test-api.testing';
import { afterEach, describe, expect, it } from 'vitest';
import { declared, openTestLedger, summary, type TestLedger } from './ledger.testing.ts';

let kept: TestRegistry;
let ledger: TestLedger;
let site: TestSite;

const row = {
  item: 'asset-23',
  trxn: 'B84020C6',
  stat: 6,
  feat: { form: 'asset', sort: 'transfer' },
  crts: Date.UTC(2016, 0, 25, 1, 12, 4),
  cred: 'north',
  debt: 'ada',
  credit: { name: 'North <b> & "Co"\u0007\u202e', kind: 'creator' },
  debit: { name: 'Ada' },
};

afterEach(() => ledger.close());
siteForEach(
  async (...opened) => {
    [site, kept] = opened;
    const shell = await site.publish('shell', { 'favicon.ico': 'icon' });
    await site.promote({ shell, 'mfe-note': await site.publish('mfe-note', {}, declared) });
  },
  async () => {
    ledger = await openTestLedger((path, { user, page }) => {
      if (path === 'transfers/addresses') {
        const ids = page === 1 ? ['a&b', 'B84020C6'] : page === 2 ? ['last'] : [];
        return good({ list: ids.map((id) => ({ id, crts: 0 })), pages: 2 });
      }
      if (path === 'parties/addresses') {
        const kinds = ['user', 'creator', 'checker'];
        return good({ list: kinds.map((kind) => ({ kind, id: 'ada l' })), pages: 1 });
      }
      if (user === 'nobody') return nothing;
      if (path === 'transfers/summary') return good(summary(2));
      if (path.startsWith('transfers/list/')) {
        const { credit, debit, ...bare } = row;
        return good({ list: [row, { ...bare, item: 'b', trxn: null }], count: 2, sequence: 0 });
      }
      return good({ name: 'Ada & Co' });
    });
    // Every ten minutes files are made anew, so time stands still.
    const clock = Date.now();
    return { site: ledger.site, now: () => clock };
  },
);

const locations = (xml: string) =>
  [...xml.matchAll(/<loc>http:\/\/site\.test(.*?)<\/loc>/g)].map(([, path]) => path);

describe('favicon.ico', () => {
  it('is the shell’s', async () => {
    const { statusCode, headers, body } = await site.get('/favicon.ico');
    expect([statusCode, headers['content-type'], body]).toEqual([200, 'image/x-icon', 'icon']);
  });

  it('of a shell of before is missing, not a page', async () => {
    await site.release('plain');
    const { statusCode, headers } = await site.get('/favicon.ico');
    expect([statusCode, headers['content-type']]).toEqual([404, 'application/json; charset=utf-8']);
  });
});

describe('the sitemap', () => {
  it('has an index of the pages, the transactions and the parties', async () => {
    const { statusCode, headers, body } = await site.get('/sitemap.xml');
    expect([statusCode, headers['content-type']]).toEqual([200, 'application/xml; charset=utf-8']);
    expect(locations(body)).toEqual([
      '/sitemap/pages.xml',
      '/sitemap/transfers-1.xml',
      '/sitemap/transfers-2.xml',
      '/sitemap/parties-1.xml',
    ]);
  });

  it.each([
    ['pages', ['/', '/lists', '/api', '/contact']],
    ['transfers-1', ['/tx/a%26b', '/tx/B84020C6']],
    ['transfers-2', ['/tx/last']],
    // No page of this release is about a creator.
    ['parties-1', ['/user/ada%20l', '/checker/ada%20l']],
  ])('has %s', async (name, paths) => {
    const { statusCode, body } = await site.get(`/sitemap/${name}.xml`);
    expect([statusCode, locations(body)]).toEqual([200, paths]);
  });

  it.each(['transfers-3', 'parties-2', 'transfers-0', 'other', 'transfers-1.xml/a'])(
    'has no %s',
    async (name) => {
      expect((await site.get(`/sitemap/${name}.xml`)).statusCode).toBe(404);
    },
  );

  it('is asked of the ledger once for many', async () => {
    await Promise.all(Array.from({ length: 10 }, () => site.get('/sitemap/transfers-1.xml')));
    expect(ledger.asked).toEqual(['transfers/addresses']);
  });

  it('says when to come again while the ledger does not answer, and is whole afterwards', async () => {
    const { answer } = ledger;
    ledger.answer = () => ({ status: 500, body: {} });
    const { statusCode, headers } = await site.get('/sitemap.xml');
    expect([statusCode, headers['retry-after']]).toEqual([503, '60']);
    ledger.answer = answer;
    expect((await site.get('/sitemap.xml')).statusCode).toBe(200);
  });
});

describe('the feed of a party', () => {
  it('has its newest transfers, under ids that stay', async () => {
    const { statusCode, headers, body } = await site.get('/feeds/user/ada%20l.atom');
    expect([statusCode, headers['content-type']]).toEqual([
      200,
      'application/atom+xml; charset=utf-8',
    ]);
    expect(body).toContain(
      '<title>Transactions of Ada &amp; Co • Tally &lt;/script>&lt;b></title>',
    );
    expect(body).toContain('<updated>2016-01-25T01:12:04.000Z</updated>\n<author>');
    expect(body).toContain('<link href="http://site.test/user/ada%20l"/>');
    expect([...body.matchAll(/<entry>\n([\s\S]*?)<\/entry>/g)].map(([, entry]) => entry)).toEqual([
      '<id>tag:site.test,2026:transfer:asset-23</id>\n' +
        '<title>Credential from North &lt;b> &amp; &quot;Co&quot;⟨U+0007⟩⟨U+202E⟩ to Ada, Closed (Submitted), 2016-01-25</title>\n' +
        '<updated>2016-01-25T01:12:04.000Z</updated>\n<link href="http://site.test/tx/asset-23"/>\n',
      '<id>tag:site.test,2026:transfer:b</id>\n' +
        '<title>Credential from north to ada, Closed (Submitted), 2016-01-25</title>\n' +
        '<updated>2016-01-25T01:12:04.000Z</updated>\n<link href="http://site.test/tx/b"/>\n',
    ]);
  });

  it('has the time at which a transfer was changed, and so has the feed', async () => {
    const { answer } = ledger;
    const changed = Date.UTC(2016, 1, 1);
    const far = { ...row, item: 'far', crts: Date.UTC(10_000, 0) };
    ledger.answer = (path, data) => {
      if (path.startsWith('transfers/list/')) {
        return good({ list: [far, row, { ...row, item: 'b' }], count: 3, sequence: 0 });
      }
      if (path !== 'transfers/changes') return answer(path, data);
      expect(data.items).toEqual(['far', row.item, 'b']);
      return good({ list: [{ item: 'b', changed }] });
    };
    const times = async () => {
      const { body } = await site.get('/feeds/user/ada.atom');
      return [...body.matchAll(/<updated>(.*?)<\/updated>/g)].map(([, time]) => time);
    };
    const own = '2016-01-25T01:12:04.000Z';
    const [feed, first, ...others] = await times();
    expect(others).toEqual([own, '2016-02-01T00:00:00.000Z']);
    // What is dated in the future is of now.
    expect(first).toMatch(/^2\d{3}-/);
    expect(feed).toBe(first);
    ledger.answer = answer;
  });

  it('is there for the longest id that there may be', async () => {
    expect((await site.get(`/feeds/user/${'%C3%A4'.repeat(200)}.atom`)).statusCode).toBe(200);
    expect((await site.get(`/feeds/user/${'%2F'.repeat(200)}.atom`)).statusCode).toBe(200);
    expect((await site.get(`/feeds/user/${'a'.repeat(201)}.atom`)).statusCode).toBe(404);
  });

  it.each(['r/1', 'r%2F1', 'a.atom.atom', 'a?b#c\\', '%00', '😀'])('is of %s alone', async (id) => {
    const { answer } = ledger;
    const asked = new Set<unknown>();
    ledger.answer = (path, data) => {
      if (!('items' in data)) asked.add(data.user ?? data.party);
      return answer(path, data);
    };
    await site.get(`/feeds/user/${encodeURIComponent(id)}.atom`);
    ledger.answer = answer;
    expect([...asked]).toEqual([id]);
  });

  it.each(['/feeds/user/nobody.atom', '/feeds/other/ada.atom', '/feeds/user/ada', '/feeds/user'])(
    '%s is not there',
    async (url) => {
      expect((await site.get(url)).statusCode).toBe(404);
    },
  );
});

it('limits who asks for such files as who asks for pages', async () => {
  const strict = await openTestSite(kept, {
    site: ledger.site,
    channel: site.channel,
    limits: { perAddress: 3 },
  });
  const codes: number[] = [];
  for (const url of ['/', '/robots.txt', '/sitemap.xml', '/feeds/user/ada.atom']) {
    codes.push((await strict.get(url)).statusCode);
  }
  expect(codes).toEqual([200, 200, 200, 429]);
  await strict.server.close();
});
