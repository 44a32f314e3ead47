import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { consoleOrigin, manager, openTestAdmin, type TestAdmin } from './admin.testing.ts';

let admin: TestAdmin;
beforeAll(async () => {
  admin = await openTestAdmin();
});
afterAll(() => admin.close());

type Headers = Record<string, string>;

/** As the console's page asks. */
const ours: Headers = { origin: consoleOrigin, 'x-tallystick-console': '1' };

const post = (url: string, payload: object, headers: Headers) =>
  admin.server.inject({ method: 'POST', url, payload, headers });
const get = (url: string, headers: Headers) => admin.server.inject({ method: 'GET', url, headers });

async function signIn(secret: string): Promise<string> {
  const answer = await post('/v1/session', { secret }, ours);
  expect(answer.statusCode).toBe(204);
  return String(answer.headers['set-cookie']).split(';', 1).join('');
}

describe("the console's session", () => {
  it('is opened by a token and says whose it is, until its owner leaves', async () => {
    const { secret, id } = await admin.token(manager, 'maria');
    const cookie = await signIn(secret);
    const actor = { tokenId: id, name: 'maria', scope: { kind: 'manager' } };
    expect((await get('/v1/session', { cookie })).json()).toEqual(actor);
    const capabilities = ['source-maps', 'sbom'];
    expect((await get('/v1/whoami', { cookie })).json()).toEqual({ ...actor, capabilities });
    const left = await admin.server.inject({
      method: 'DELETE',
      url: '/v1/session',
      headers: { ...ours, cookie },
    });
    expect(left.statusCode).toBe(204);
    expect(left.headers['set-cookie']).toContain('Max-Age=0');
    expect((await get('/v1/session', { cookie })).statusCode).toBe(401);
  });

  it('is a cookie of this host alone where the console has https', async () => {
    const safe = await openTestAdmin({ origins: ['https://console.example'] });
    const { secret } = await safe.token(manager);
    const answer = await safe.server.inject({
      method: 'POST',
      url: '/v1/session',
      payload: { secret },
      headers: { ...ours, origin: 'https://console.example' },
    });
    const set = String(answer.headers['set-cookie']);
    expect(set).toMatch(
      /^__Host-tallystick-console=[\w-]{43}; Path=\/; Max-Age=43200; HttpOnly; SameSite=Strict; Secure$/,
    );
    const asked = (cookie: string) =>
      safe.server.inject({ method: 'GET', url: '/v1/session', headers: { cookie } });
    const [cookie = ''] = set.split(';');
    expect((await asked(cookie)).statusCode).toBe(200);
    expect((await asked(cookie.replace('__Host-', ''))).statusCode).toBe(401);
    await safe.close();
  });

  it('is one of many: another sign-in leaves it, a new one in its place ends it', async () => {
    const { secret } = await admin.token(manager);
    const first = await signIn(secret);
    const second = await signIn(secret);
    const third = await post('/v1/session', { secret }, { ...ours, cookie: first });
    expect(third.statusCode).toBe(204);
    expect((await get('/v1/session', { cookie: first })).statusCode).toBe(401);
    expect((await get('/v1/session', { cookie: second })).statusCode).toBe(200);
  });

  it('ends with its token, and after twelve hours', async () => {
    const { secret, id } = await admin.token(manager);
    const keeper = (await admin.token(manager)).secret;
    const [revoked, old] = [await signIn(secret), await signIn(keeper)];
    await admin.server.inject({
      method: 'DELETE',
      url: `/v1/tokens/${id}`,
      headers: { authorization: `Bearer ${keeper}` },
    });
    expect((await get('/v1/session', { cookie: revoked })).statusCode).toBe(401);
    expect((await get('/v1/session', { cookie: old })).statusCode).toBe(200);
    admin.ahead.by += 12 * 3_600_000;
    const late = await get('/v1/session', { cookie: old });
    expect(late.statusCode).toBe(401);
  });

  it('is not opened by a wrong token', async () => {
    const answer = await post('/v1/session', { secret: 'tsr_wrong' }, ours);
    expect(answer.statusCode).toBe(401);
    expect(answer.headers['set-cookie']).toBeUndefined();
  });

  const forged: [string, Headers][] = [
    ['from another port of the same host', { ...ours, origin: 'http://console.test:4000' }],
    ['from no origin', { 'x-tallystick-console': '1' }],
    ['from an origin called null', { ...ours, origin: 'null' }],
    ['by a form', { origin: consoleOrigin }],
    ['with another value', { ...ours, 'x-tallystick-console': 'true' }],
  ];

  it.each(forged)('does nothing that was sent %s', async (_, headers) => {
    const { secret } = await admin.token(manager);
    const cookie = await signIn(secret);
    const body = { name: 'mallory', scope: { kind: 'manager' } };
    const refused = await post('/v1/tokens', body, { ...headers, cookie });
    expect(refused.statusCode).toBe(403);
    expect(refused.json()).toMatchObject({ code: 'forbidden' });
    expect((await get('/v1/tokens', { cookie })).json()).not.toContainEqual(
      expect.objectContaining({ name: 'mallory' }),
    );
    expect((await post('/v1/session', { secret }, headers)).statusCode).toBe(403);
    const kept = await admin.server.inject({
      method: 'DELETE',
      url: '/v1/session',
      headers: { ...headers, cookie },
    });
    expect(kept.statusCode).toBe(403);
    expect((await get('/v1/session', { cookie })).statusCode).toBe(200);
  });

  it('does what the console sent', async () => {
    const cookie = await signIn((await admin.token(manager)).secret);
    const body = { name: 'from-console', scope: { kind: 'publisher', app: 'mfe-note' } };
    expect((await post('/v1/tokens', body, { ...ours, cookie })).statusCode).toBe(201);
  });

  it('lets no other origin read', async () => {
    const cookie = await signIn((await admin.token(manager)).secret);
    const answer = await get('/v1/whoami', { cookie, origin: 'http://console.test:4000' });
    expect(answer.headers['access-control-allow-origin']).toBeUndefined();
    const asked = await admin.server.inject({
      method: 'OPTIONS',
      url: '/v1/tokens',
      headers: { origin: 'http://console.test:4000', 'access-control-request-method': 'POST' },
    });
    expect(asked.statusCode).toBe(404);
  });
});

describe('a link to sign in by', () => {
  const linkOf = async (secret: string) =>
    (await post('/v1/session/links', {}, { authorization: `Bearer ${secret}` })).json();
  const codeIn = (url: string) => url.split('#sign-in=')[1] ?? '';

  it('is not used up by a sign-in that fails, and opens one session of two at once', async () => {
    const { secret } = await admin.token(manager);
    const { url } = await linkOf(secret);
    const code = codeIn(url);
    const issue = vi.spyOn(admin.registry.shortLived, 'issue');
    issue.mockRejectedValueOnce(new Error('the store is away'));
    expect((await post('/v1/session', { secret: code }, ours)).statusCode).toBe(503);
    const both = await Promise.all([1, 2].map(() => post('/v1/session', { secret: code }, ours)));
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([204, 401]);
  });

  it('signs in as whoever asked for it, once', async () => {
    const { secret, id } = await admin.token(manager);
    const { url } = await linkOf(secret);
    expect(url).toMatch(new RegExp(`^${consoleOrigin}/#sign-in=[\\w-]{43}$`));
    const cookie = await signIn(codeIn(url));
    expect((await get('/v1/session', { cookie })).json()).toMatchObject({ tokenId: id });
    const again = await post('/v1/session', { secret: codeIn(url) }, ours);
    expect([again.statusCode, again.headers['set-cookie']]).toEqual([401, undefined]);
  });

  it('is good for ten minutes, and no longer than the token', async () => {
    const { secret, id } = await admin.token(manager);
    const [late, revoked] = [await linkOf(secret), await linkOf(secret)];
    admin.ahead.by += 5 * 60_000;
    const cookie = await signIn(codeIn(revoked.url));
    admin.ahead.by += 6 * 60_000;
    expect((await post('/v1/session', { secret: codeIn(late.url) }, ours)).statusCode).toBe(401);
    const { url } = await linkOf(secret);
    await admin.server.inject({
      method: 'DELETE',
      url: `/v1/tokens/${id}`,
      headers: { authorization: `Bearer ${secret}` },
    });
    expect((await get('/v1/session', { cookie })).statusCode).toBe(401);
    const other = await signIn((await admin.token(manager)).secret);
    const refused = await post('/v1/session', { secret: codeIn(url) }, { ...ours, cookie: other });
    expect([refused.statusCode, refused.headers['set-cookie']]).toEqual([401, undefined]);
    // Who is signed in already stays so.
    expect((await get('/v1/session', { cookie: other })).statusCode).toBe(200);
  });

  it('is for nobody without a token', async () => {
    expect((await post('/v1/session/links', {}, ours)).statusCode).toBe(401);
  });
});
