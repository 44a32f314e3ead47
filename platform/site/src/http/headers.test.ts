import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  openTestRegistry,
  openTestSite,
  type TestRegistry,
  type TestSite,
} from '../site.testing.ts';

let kept: TestRegistry;
let site: TestSite;
let artifacts: string;
beforeAll(async () => {
  kept = await openTestRegistry();
  site = await openTestSite(kept, { siteUrl: 'https://site.test' });
  const shell = await site.publish('shell', {
    'icon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  });
  await site.promote({ shell });
  artifacts = `/artifacts/shell/${shell}`;
});
afterAll(async () => {
  await site.server.close();
  await kept.close();
});

const usual = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'strict-transport-security': 'max-age=31536000',
  'permissions-policy': expect.stringContaining('camera=()'),
  'content-security-policy': expect.stringMatching(/default-src 'none'.*frame-ancestors 'none'/),
};

it('waits no longer than ten seconds until a request has come', () => {
  expect(site.server.server.requestTimeout).toBe(10_000);
});

describe('the usual headers', () => {
  it.each([
    ['/', 200],
    ['/notes/1', 404],
    ['/releases/current.json', 200],
    ['/releases/preview/leave', 303],
    ['/health', 200],
    ['ARTIFACTS/main.js', 200],
    ['ARTIFACTS/main.css', 200],
    ['ARTIFACTS/icon.svg', 200],
    ['ARTIFACTS/none.js', 404],
    ['/releases/none', 404],
    ['/%zz', 400],
  ])('are in the answer of %s', async (url, status) => {
    const answer = await site.get(url.replace('ARTIFACTS', artifacts));
    expect(answer.statusCode).toBe(status);
    expect(answer.headers).toMatchObject(usual);
  });

  it.each(['/releases/reports', '/releases/policy-reports', '/releases/preview'])(
    'are in what is said to a POST of %s',
    async (url) => {
      const answer = await site.server.inject({ method: 'POST', url, payload: 'x' });
      expect(answer.statusCode).toBeGreaterThanOrEqual(300);
      expect(answer.headers).toMatchObject(usual);
    },
  );

  it('are in the stream of news', async () => {
    const url = await site.server.listen({ host: '127.0.0.1', port: 0 });
    const ended = new AbortController();
    const { headers } = await fetch(`${url}/releases/events`, { signal: ended.signal });
    expect(Object.fromEntries(headers)).toMatchObject(usual);
    ended.abort();
  });

  it('allow nothing unsafe on a page, of words or of the site', async () => {
    const empty = await openTestSite(kept);
    for (const answer of [await site.get('/'), await empty.get('/')]) {
      expect(answer.headers['content-security-policy']).not.toContain('unsafe');
    }
    expect((await empty.get('/')).headers['strict-transport-security']).toBeUndefined();
    await empty.server.close();
  });
});
