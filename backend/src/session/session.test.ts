import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listenAnywhere } from '@tallystick/store/free-ports.testing';
import type { FastifyInstance } from 'fastify';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildService } from '../service/service.ts';
import type { Store } from '../store/store.ts';
import { testStores } from '../store/test-stores.testing.ts';

const start = Date.UTC(2026, 10, 20, 12);
const site = 'https://site.example';

/** The provider: its keys over HTTP, and tokens that it signs. */
async function openProvider() {
  const { publicKey, privateKey } = await generateKeyPair('RS256');
  const stranger = await generateKeyPair('RS256');
  const keys = JSON.stringify({
    keys: [{ ...(await exportJWK(publicKey)), kid: 'one', alg: 'RS256', use: 'sig' }],
  });
  let asked = 0;
  let status = 200;
  const server = createServer((_request, response) => {
    asked += 1;
    response.writeHead(status, { 'content-type': 'application/json' }).end(keys);
  });
  const port = await listenAnywhere(server);
  return {
    url: new URL(`http://127.0.0.1:${port}/keys`),
    asked: () => asked,
    fail: (next: number) => {
      status = next;
    },
    sign: (claims: JWTPayload, key = privateKey, kid = 'one') =>
      new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid }).sign(key),
    strangersKey: stranger.privateKey,
    close: () => server.close(),
  };
}

const claims = (changes: JWTPayload = {}, project = 'ledger-project'): JWTPayload => ({
  iss: `https://securetoken.google.com/${project}`,
  aud: project,
  sub: 'person-1',
  iat: start / 1_000,
  auth_time: start / 1_000,
  exp: start / 1_000 + 3_600,
  ...changes,
});

const openTestStore = testStores();
describe('token sync', () => {
  let store: Store;
  let provider: Awaited<ReturnType<typeof openProvider>>;
  let app: FastifyInstance;
  let folder: string;
  let time: number;
  let elapsed: number;
  beforeAll(async () => {
    store = await openTestStore();
  });
  afterAll(() => store.close());
  beforeEach(async () => {
    await store.db.deleteFrom('signed_in').execute();
    await sql`delete from clock`.execute(store.db);
    provider = await openProvider();
    folder = await mkdtemp(join(tmpdir(), 'tallystick-session-'));
    time = start;
    elapsed = 0;
  });
  afterEach(async () => {
    await app.close();
    provider.close();
    await rm(folder, { recursive: true });
  });

  const open = async (settings: { FIREBASE_API_KEY?: string; FIREBASE_PROJECT_ID?: string }) => {
    app = await buildService({
      store,
      // A busy machine under test is not what is tested.
      maxLag: 600_000,
      environment: {
        DATA_DIR: folder,
        LEDGER_TOKEN: 'token',
        LEDGER_URL: 'https://ledger.example',
        LIMIT_PER_ADDRESS: 1_000_000,
        LIMIT_PER_CREDENTIAL: 1_000_000,
        MAIL_BUDGET: { minute: 60, hour: 600, day: 3_000 },
        PRODUCT_NAME: 'Tallystick',
        REALM_API_KEY: 'key',
        REALM_APP_ID: 'app',
        SITE_URL: site,
        SMTP_URL: 'smtp://127.0.0.1:9',
        ...settings,
      },
      identityKeys: provider.url,
      time: { wall: () => time, elapsed: () => elapsed },
    });
  };
  const real = { FIREBASE_API_KEY: 'key', FIREBASE_PROJECT_ID: 'ledger-project' };
  const tell = (token?: string, cookie?: string) =>
    app.inject({
      method: 'POST',
      url: '/session',
      headers: {
        origin: site,
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(cookie !== undefined && { cookie }),
      },
    });
  const signOut = (cookie?: string) =>
    app.inject({
      method: 'DELETE',
      url: '/session',
      headers: { origin: site, ...(cookie !== undefined && { cookie }) },
    });
  const cookieOf = (answer: { headers: { 'set-cookie'?: string | string[] | undefined } }) =>
    String(answer.headers['set-cookie']).split(';')[0] ?? '';
  const kept = () => store.db.selectFrom('signed_in').selectAll().execute();

  it('keeps hashes of cookie and person, until the token expires', async () => {
    await open(real);
    const token = await provider.sign(claims());
    const answer = await tell(token);
    expect(answer.statusCode).toBe(204);
    expect(answer.body).toBe('');
    expect(answer.headers).toMatchObject({
      'set-cookie': expect.stringMatching(
        /^__Host-session=[\w-]{43}; Path=\/; Max-Age=3600; HttpOnly; Secure; SameSite=None$/,
      ),
      'access-control-allow-origin': site,
      'access-control-allow-credentials': 'true',
    });
    const rows = await kept();
    expect(rows).toMatchObject([{ until: start + 3_600_000 }]);
    const stored = rows.map(({ cookie, person }) =>
      Buffer.concat([cookie, person]).toString('latin1'),
    );
    expect(stored[0]).not.toContain('person-1');
    expect(stored[0]).not.toContain(cookieOf(answer).slice('__Host-session='.length));
  });

  it('takes the same word twice, another person’s instead, and forgets', async () => {
    await open(real);
    const cookie = cookieOf(await tell(await provider.sign(claims())));
    time += 60_000;
    const renewed = claims({ iat: time / 1_000, exp: time / 1_000 + 3_600 });
    expect(cookieOf(await tell(await provider.sign(renewed), cookie))).toBe(cookie);
    expect(await kept()).toMatchObject([{ until: start + 3_660_000 }]);

    const other = cookieOf(await tell(await provider.sign(claims({ sub: 'b' })), cookie));
    expect(other).not.toBe(cookie);
    expect(await kept()).toHaveLength(1);
    expect(
      cookieOf(await tell(await provider.sign(claims()), `__Host-session=${'x'.repeat(43)}`)),
    ).toMatch(/^__Host-session=(?!x{43})/);

    const out = await signOut(`a=b; ${other}`);
    expect(out.statusCode).toBe(204);
    expect(out.headers['set-cookie']).toMatch(/^__Host-session=; .*Max-Age=0/);
    expect(await kept()).toHaveLength(1);
    expect((await signOut()).statusCode).toBe(204);
  });

  it.each<[string, JWTPayload]>([
    ['of another project', claims({ aud: 'another' })],
    ['of another issuer', claims({ iss: 'https://securetoken.google.com/another' })],
    ['of nobody', claims({ sub: '' })],
    ['of a name without end', claims({ sub: 'x'.repeat(129) })],
    ['older than 300 seconds', claims({ iat: start / 1_000 - 301 })],
    ['of the future', claims({ iat: start / 1_000 + 11 })],
    ['of a future sign-in', claims({ auth_time: start / 1_000 + 11 })],
    ['that has expired', claims({ exp: start / 1_000 - 11 })],
    ['without a sign-in', claims({ auth_time: undefined })],
  ])('refuses a token %s', async (_what, payload) => {
    await open(real);
    const answer = await tell(await provider.sign(payload));
    expect(answer.statusCode).toBe(401);
    expect(answer.json()).toEqual({
      code: 401,
      error: 'The token is missing, too old, or not of the identity provider.',
    });
    expect(await kept()).toEqual([]);
  });

  it.each([1e13, 1e18, 1e300, start / 1_000 + 86_401])(
    'says that nothing lasts until %d',
    async (exp) => {
      await open({});
      const token = new UnsecuredJWT(claims({ exp }, 'demo-tallystick')).encode();
      const answer = await tell(token);
      expect([answer.statusCode, answer.json()]).toEqual([
        400,
        {
          code: 400,
          error: 'The token says that it lasts longer than any of the identity provider.',
        },
      ]);
      expect(await kept()).toEqual([]);
    },
  );

  it('takes times with a fraction', async () => {
    await open({});
    const exp = start / 1_000 + 3_600.123_456_7;
    const token = new UnsecuredJWT(claims({ exp }, 'demo-tallystick')).encode();
    expect((await tell(token)).statusCode).toBe(204);
    expect(await kept()).toMatchObject([{ until: start + 3_600_123 }]);
  });

  it('takes no token again that has expired, when the clock goes back, and asks for new keys', async () => {
    await open(real);
    const at = (seconds: number) =>
      claims({ iat: start / 1_000 + seconds, exp: start / 1_000 + seconds + 3_600 });
    const old = await provider.sign(at(0));
    expect((await tell(old)).statusCode).toBe(204);
    time += 6 * 3_600_000;
    elapsed += 6 * 3_600_000;
    const fresh = await provider.sign(at(6 * 3_600));
    expect((await tell(fresh)).statusCode).toBe(204);
    const asked = provider.asked();
    time -= 6 * 3_600_000;
    expect((await tell(old)).statusCode).toBe(401);
    expect(provider.asked()).toBe(asked + 1);
    time += 6 * 3_600_000;
    expect((await tell(fresh)).statusCode).toBe(204);
  });

  it('takes a token of 300 seconds, and of a clock a little ahead', async () => {
    await open(real);
    for (const iat of [start / 1_000 - 300, start / 1_000 + 10]) {
      expect((await tell(await provider.sign(claims({ iat })))).statusCode).toBe(204);
    }
  });

  it('refuses what the provider did not sign', async () => {
    await open(real);
    const good = await provider.sign(claims());
    const [head, , signature] = good.split('.');
    const other = Buffer.from(JSON.stringify(claims({ sub: 'b' }))).toString('base64url');
    const refused = [
      undefined,
      '',
      'nonsense',
      `${good}x`,
      `${head}.${other}.${signature}`,
      await provider.sign(claims(), provider.strangersKey),
      await provider.sign(claims(), provider.strangersKey, 'two'),
      new UnsecuredJWT(claims()).encode(),
      await new SignJWT(claims())
        .setProtectedHeader({ alg: 'HS256', kid: 'one' })
        .sign(new Uint8Array(32)),
    ];
    for (const token of refused) expect((await tell(token)).statusCode).toBe(401);
    expect(await kept()).toEqual([]);
  });

  it('asks for the keys once, and says when it cannot have them', async () => {
    await open(real);
    provider.fail(500);
    const token = await provider.sign(claims());
    const answer = await tell(token);
    expect(answer.statusCode).toBe(503);
    expect(answer.json()).toEqual({
      code: 503,
      error: 'The keys of the identity provider cannot be fetched now.',
    });
    provider.fail(200);
    expect((await tell(token)).statusCode).toBe(204);
    const before = provider.asked();
    expect((await tell(token)).statusCode).toBe(204);
    expect(provider.asked()).toBe(before);
  });

  it('takes the emulator’s unsigned tokens where no real project is set, and no others', async () => {
    await open({});
    const unsigned = (changes: JWTPayload, project?: string) =>
      tell(new UnsecuredJWT(claims(changes, project)).encode());
    expect((await unsigned({}, 'demo-tallystick')).statusCode).toBe(204);
    expect((await unsigned({})).statusCode).toBe(401);
    expect((await unsigned({ iat: start / 1_000 - 301 }, 'demo-tallystick')).statusCode).toBe(401);
    expect((await tell(await provider.sign(claims({}, 'demo-tallystick')))).statusCode).toBe(401);
    expect(provider.asked()).toBe(0);
  });

  it('is not there for a project without a name', async () => {
    await open({ FIREBASE_API_KEY: 'key' });
    expect((await tell('x')).statusCode).toBe(404);
  });

  it('lets pages of the site, and of no other, come with credentials, and only here', async () => {
    await open(real);
    const preflight = (url: string) =>
      app.inject({
        method: 'OPTIONS',
        url,
        headers: { origin: site, 'access-control-request-method': 'DELETE' },
      });
    expect((await preflight('/session')).headers).toMatchObject({
      'access-control-allow-origin': site,
      'access-control-allow-credentials': 'true',
      'access-control-allow-methods': expect.stringContaining('DELETE'),
    });
    const elsewhere = await preflight('/users/details');
    expect(elsewhere.headers['access-control-allow-origin']).toBe(site);
    expect(elsewhere.headers).not.toHaveProperty('access-control-allow-credentials');
  });
});
