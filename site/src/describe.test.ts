import { openTestSite, type TestRegistry, type TestSite } from '@tallystick/site/site.testing';
import { siteForEach } from '@tallystick/site/site-for-each.testing';
import { good, nothing } from '@tallystick/site/test-api.testing';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { declared, openTestLedger, summary, type TestLedger, transfer } from './ledger.testing.ts';

const suffix =
  ' • Tally &lt;/script>&lt;b> • Privacy First Data Ownership and Monetization Platform</title>';

let kept: TestRegistry;
let ledger: TestLedger;
let site: TestSite;
afterEach(async () => {
  vi.restoreAllMocks();
  await ledger.close();
});
siteForEach(
  async (...opened) => {
    [site, kept] = opened;
    const shell = await site.publish('shell');
    await site.promote({ shell, 'mfe-note': await site.publish('mfe-note', {}, declared) });
  },
  async () => {
    ledger = await openTestLedger((path, { item, user }) => {
      if (path === 'transfers/details') {
        return ['asset-23', 'B84020C6', 'b84020c6'].includes(String(item))
          ? good(transfer)
          : nothing;
      }
      if (user === 'nobody') return nothing;
      if (path === 'transfers/summary') return good(summary(1234));
      return good({ name: 'Ada & "Co"' });
    });
    return { site: ledger.site };
  },
);

/** What a program reads that runs no script. */
async function read(url: string) {
  const { statusCode, body } = await site.get(url);
  const content = (name: string) =>
    new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)">`).exec(body)?.[1];
  return {
    status: statusCode,
    title: /<title>.*<\/title>/.exec(body)?.[0],
    description: content('description'),
    graph: ['title', 'description', 'url'].map((name) => content(`og:${name}`)),
    canonical: /<link rel="canonical" href="([^"]*)">/.exec(body)?.[1],
    plain: /<noscript>([\s\S]*)<\/noscript>/.exec(body)?.[1],
    feed: /<link rel="alternate" type="application\/atom\+xml" title="[^"]*" href="([^"]*)">/.exec(
      body,
    )?.[1],
    card: content('twitter:card'),
  };
}

describe('a link to a transaction', () => {
  const title =
    'Credential from North &quot;College&quot; &lt;b> to Ada ⟨U+202E⟩Lovelace &amp; Co, Closed (Submitted), 2016-01-25';

  it.each([
    '/tx/B84020C6',
    '/tx/b84020c6',
    '/tx/asset-23',
    '/ax/asset-23',
    '/TX/B84020C6?from=mail',
  ])(
    '%s says its kind, status, parties and date without JavaScript, and one address for it',
    async (url) => {
      const page = await read(url);
      const description = `${title}. Transaction B84020C6 on the public ledger.`;
      const address = 'http://site.test/tx/asset-23';
      expect(page).toMatchObject({
        status: 200,
        title: `<title>${title}${suffix}`,
        description,
        graph: [title, description, address],
        canonical: address,
        card: 'summary',
      });
      expect(page.plain).toContain(`<h1>${title}</h1>\n<p>${description}</p>`);
    },
  );

  it('that is not there has the status 404, and the site’s page', async () => {
    const page = await read('/tx/none');
    expect(page).toMatchObject({ status: 404, title: `<title>Not Found${suffix}` });
    expect(page.canonical).toBeUndefined();
    const { headers, body } = await site.get('/tx/none', { 'if-none-match': '*' });
    expect(body).toContain('id="release"');
    expect(headers['cache-control']).toBe('private, no-cache');
  });

  it('leads to the record by its id, which it alone has', async () => {
    ledger.answer = () => good({ ...transfer, item: 'a/b' });
    expect((await read('/tx/a%2Fb')).canonical).toBe('http://site.test/tx/a%2Fb');
  });

  it('is asked for once, however many open it at a time', async () => {
    await Promise.all(Array.from({ length: 20 }, () => site.get('/tx/asset-23')));
    expect(ledger.asked).toEqual(['transfers/details']);
  });

  it('has a tag that is that of these words, so that it is sent again once they change', async () => {
    const { headers } = await site.get('/tx/asset-23');
    const other = await site.get('/');
    const again = await site.get('/tx/B84020C6', { 'if-none-match': String(headers.etag) });
    expect([again.statusCode, other.headers.etag === headers.etag]).toEqual([304, false]);
  });
});

describe('a link to a party', () => {
  it('says its name, what it is and how many transactions it has, and has a feed', async () => {
    expect(await read('/checker/ada%20l')).toMatchObject({
      status: 200,
      title: `<title>Ada &amp; &quot;Co&quot;${suffix}`,
      description:
        'Ada &amp; &quot;Co&quot; is a checker on the public ledger, with 1,234 transactions.',
      canonical: 'http://site.test/checker/ada%20l',
      feed: 'http://site.test/feeds/checker/ada%20l.atom',
    });
    expect((await read('/user/ada?page=3&q=x')).canonical).toBe('http://site.test/user/ada?page=3');
  });

  it('says what it can where its transactions are not counted', async () => {
    ledger.answer = (path) => (path === 'transfers/summary' ? nothing : good({ name: 'Ada' }));
    expect((await read('/user/ada')).description).toBe('Ada is a user on the public ledger.');
  });

  it('names by its id who was recorded without a name', async () => {
    ledger.answer = (path) => (path === 'transfers/summary' ? nothing : good({ name: ' ' }));
    expect(await read('/user/ada')).toMatchObject({
      title: `<title>ada${suffix}`,
      description: 'ada is a user on the public ledger.',
    });
  });

  it('that is not there has the status 404', async () => {
    expect(await read('/user/nobody')).toMatchObject({ status: 404, feed: undefined });
  });
});

describe('a link to another page', () => {
  it.each([
    ['/', 200, 'Home', 'All of it.', '/'],
    ['/?x=1', 200, 'Home', 'All of it.', '/'],
    ['/lists', 200, 'Lists', 'All &quot;lists&quot; there are.', '/lists'],
    ['/Lists/?page=2&q=a', 200, 'Lists', 'All &quot;lists&quot; there are.', '/lists?page=2'],
    ['/lists?page=1', 200, 'Lists', 'All &quot;lists&quot; there are.', '/lists'],
    ['/notes/7', 200, 'Notes', expect.stringContaining('public ledger'), '/notes/7'],
    [
      '/Notes/7/parts/a%2Fb?page=2',
      200,
      'Part',
      expect.stringContaining('public ledger'),
      '/notes/7/parts/a%2Fb?page=2',
    ],
    ['/api', 200, 'API', expect.stringContaining('public ledger'), '/api'],
    ['/none', 404, 'Not Found', 'Nothing has this address.', undefined],
    ['/lists/7', 404, 'Not Found', 'Nothing has this address.', undefined],
  ])('%s has the status %i and says what it is', async (url, status, page, description, path) => {
    expect(await read(url)).toMatchObject({
      status,
      title: `<title>${page}${suffix}`,
      description,
      canonical: path && `http://site.test${path}`,
    });
    expect(ledger.asked).toEqual([]);
  });
});

describe('while the ledger service', () => {
  it.each([
    ['does not answer', 3, () => undefined],
    ['fails', 3, () => ({ status: 503, body: { error: 'It cannot be done.' } })],
    ['refuses this client', 1, () => ({ status: 429, body: { error: 'Too many.' } })],
    ['says what nobody understands', 6, () => ({ status: 200, body: ['?'] })],
  ])(
    '%s, a page is there all the same, and of six it is asked for %i',
    async (how, asks, answer) => {
      ledger.answer = answer;
      const now = Date.now();
      site = await openTestSite(kept, {
        site: ledger.site,
        channel: site.channel,
        limits: how === 'does not answer' ? { factsMs: 100 } : {},
        now: () => now,
      });
      onTestFinished(async () => void (await site.server.close()));
      const fetching = vi.spyOn(globalThis, 'fetch');
      for (let turn = 0; turn < 6; turn += 1) {
        expect(await read(`/tx/${turn}`)).toMatchObject({
          status: 200,
          title: `<title>Transaction${suffix}`,
          canonical: undefined,
        });
      }
      // A call that is given up may not have arrived, where the machine stands still: what was sent counts.
      const asked = fetching.mock.calls.filter(([url]) => String(url).startsWith(ledger.url));
      expect(asked).toHaveLength(asks);
    },
  );

  it('rests, nobody asks; then it is asked again', async () => {
    let time = Date.now();
    const other = await openTestSite(kept, {
      site: ledger.site,
      channel: site.channel,
      now: () => time,
    });
    const { answer } = ledger;
    ledger.answer = () => ({ status: 500, body: {} });
    for (const id of [1, 2, 3]) await other.get(`/tx/${id}`);
    ledger.answer = answer;
    expect((await other.get('/tx/asset-23')).body).toContain('<title>Transaction ');
    time += 6_000;
    expect((await other.get('/tx/asset-23')).body).toContain('<title>Credential from ');
    await other.server.close();
  });
});
