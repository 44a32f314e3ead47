import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Store } from '../store/store.ts';
import { testStores } from '../store/test-stores.testing.ts';
import { listenNow, logIn, siteUrl, startTestFeed, type TestFeed } from './live.testing.ts';

const minute = 60_000;

const openTestStore = testStores();
describe('login of an unchanged realm-web', () => {
  let store: Store;
  let feed: TestFeed;
  beforeEach(async () => {
    store = await openTestStore();
    feed = await startTestFeed(store);
  });
  afterEach(async () => {
    await feed.close();
    await store.close();
  });

  it('gives a user with a profile and no device', async () => {
    const { user } = await logIn(feed);
    expect(user.id).toMatch(/^[0-9a-f]{24}$/);
    expect(user.isLoggedIn).toBe(true);
    expect(user.deviceId).toBeNull();
    expect(user.identities).toEqual([{ id: user.id, providerType: 'api-key' }]);
    expect(user.profile).toEqual({});
  });

  it('is refused with a wrong key, and with a wrong app', async () => {
    await expect(logIn(feed, 'wrong')).rejects.toMatchObject({
      statusCode: 401,
      errorCode: 'AuthError',
      error: 'invalid API key',
    });
    await expect(logIn({ ...feed, appId: 'another' })).rejects.toMatchObject({
      statusCode: 404,
      errorCode: 'AppNotFound',
    });
  });

  it('is kept going by the SDK when the access token expires', async () => {
    const { user, transfers } = await logIn(feed);
    const first = user.accessToken;
    feed.advance(29 * minute);
    await transfers.count();
    expect(user.accessToken).toBe(first);
    feed.advance(2 * minute);
    expect(await transfers.count()).toBe(0);
    expect(user.accessToken).not.toBe(first);
  });

  it('opens a watch with an expired access token too', async () => {
    const client = await logIn(feed);
    feed.advance(31 * minute);
    const listening = await listenNow(client);
    expect(listening.position).toBe('0');
    await listening.stop();
  });

  it('ends after 60 days', async () => {
    const { user, transfers } = await logIn(feed);
    feed.advance(60 * 24 * 60 * minute);
    await expect(transfers.count()).rejects.toMatchObject({ errorCode: 'InvalidSession' });
    expect(user.isLoggedIn).toBe(false);
  });

  it('ends with logout: tokens are void and streams of the session are over', async () => {
    const client = await logIn(feed);
    const { accessToken, refreshToken } = client.user;
    const listening = await listenNow(client);
    await client.user.logOut();
    expect(await listening.ended).toBeUndefined();
    expect(client.user.isLoggedIn).toBe(false);
    const ask = (method: string, path: string, token: string | null) =>
      fetch(`${feed.url}/api/client/v2.0/auth/${path}`, {
        method,
        headers: { authorization: `Bearer ${token}` },
      });
    const answers = await Promise.all([
      ask('GET', 'profile', accessToken),
      ask('POST', 'session', refreshToken),
      ask('DELETE', 'session', refreshToken),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401]);
    expect(await Promise.all(answers.map((answer) => answer.json()))).toEqual([
      { error: 'invalid session', error_code: 'InvalidSession', link: '' },
      { error: 'invalid session', error_code: 'InvalidSession', link: '' },
      { error: 'failed to find refresh token', error_code: 'InvalidSession', link: '' },
    ]);
  });

  it('leaves other sessions alone at logout', async () => {
    const leaving = await logIn(feed);
    const staying = await logIn(feed);
    // Both apps keep their user under one id in one storage; each has its own tokens in memory.
    await leaving.user.logOut();
    expect(await staying.transfers.count()).toBe(0);
  });

  it('may be done, and undone, by the site from another origin', async () => {
    const asked = await fetch(`${feed.url}/api/client/v2.0/auth/session`, {
      method: 'OPTIONS',
      headers: {
        origin: siteUrl,
        'access-control-request-method': 'DELETE',
        'access-control-request-headers': 'authorization',
      },
    });
    expect(asked.headers.get('access-control-allow-origin')).toBe(siteUrl);
    expect(asked.headers.get('access-control-allow-methods')).toContain('DELETE');
    expect(asked.headers.get('access-control-allow-headers')).toContain('authorization');
  });

  it('answers what it does not know in the protocol’s shape', async () => {
    const answers = await Promise.all([
      fetch(`${feed.url}/api/client/v2.0/nothing`),
      fetch(`${feed.url}/api/client/v2.0/app/${feed.appId}/auth/providers/anon-user/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{}',
      }),
      fetch(`${feed.url}/api/client/v2.0/app/${feed.appId}/auth/providers/api-key/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{"key":',
      }),
      fetch(`${feed.url}/api/client/v2.0/auth/profile`),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([404, 401, 400, 401]);
    for (const answer of answers) {
      expect(await answer.json()).toEqual({
        error: expect.any(String),
        error_code: expect.any(String),
        link: '',
      });
    }
  });
});

describe('two processes on one store', () => {
  it('accept each other’s tokens and logouts', async () => {
    const store = await openTestStore();
    const folder = await mkdtemp(join(tmpdir(), 'tallystick-live-'));
    const first = await startTestFeed(store, {}, folder);
    const second = await startTestFeed(store, {}, folder, first.appId);
    const { user } = await logIn(first);
    const profile = (url: string) =>
      fetch(`${url}/api/client/v2.0/auth/profile`, {
        headers: { authorization: `Bearer ${accessToken}` },
      });
    const { accessToken } = user;
    expect((await profile(second.url)).status).toBe(200);
    await user.logOut();
    expect((await profile(second.url)).status).toBe(401);
    await Promise.all([first.close(), second.close()]);
    await rm(folder, { recursive: true });
    await store.close();
  });
});
