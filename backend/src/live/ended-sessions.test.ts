import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { recordBatch } from '../ledger/record.ts';
import type { Store } from '../store/store.ts';
import { testStores } from '../store/test-stores.testing.ts';
import {
  listenNow,
  logIn,
  parties,
  startTestFeed,
  type TestFeed,
  transferRecord,
} from './live.testing.ts';

const day = 86_400_000;

const openTestStore = testStores();
describe('sessions that have ended', () => {
  let store: Store;
  let feed: TestFeed;
  beforeEach(async () => {
    store = await openTestStore();
    feed = await startTestFeed(store, { logouts: 2, prune: 500 });
  });
  afterEach(async () => {
    await feed.close();
    await store.close();
  });

  const kept = async () =>
    (await store.db.selectFrom('revoked_session').selectAll().execute()).length;
  const statusOf = async (token: string | null, method: string, path: string) => {
    const headers = { authorization: `Bearer ${token}` };
    return (await fetch(`${feed.url}/api/client/v2.0/auth/${path}`, { method, headers })).status;
  };
  const isGood = async (user: { accessToken: string | null; refreshToken: string | null }) => [
    await statusOf(user.accessToken, 'GET', 'profile'),
    await statusOf(user.refreshToken, 'POST', 'session'),
  ];
  async function endSession() {
    const { user } = await logIn(feed);
    const { accessToken, refreshToken } = user;
    await user.logOut();
    return { accessToken, refreshToken };
  }

  it('are kept in bounds, and none of them counts again', async () => {
    const ended = [];
    for (let n = 0; n < 9; n += 1) {
      ended.push(await endSession());
      expect(await kept()).toBeLessThanOrEqual(4);
    }
    const good = await Promise.all(ended.map(isGood));
    expect(new Set(good.flat())).toEqual(new Set([401]));
  });

  it('take others along only after as many logouts as a generation may have', async () => {
    const { user } = await logIn(feed);
    for (let n = 0; n < 4; n += 1) await endSession();
    expect(await isGood(user)).toEqual([200, 201]);
    await endSession();
    expect(await isGood(user)).toEqual([401, 401]);
    const { transfers } = await logIn(feed);
    expect(await transfers.count()).toBe(0);
  });

  it('end the streams that they have at another process, and no others', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'tallystick-live-'));
    const one = await startTestFeed(store, {}, folder);
    const other = await startTestFeed(store, {}, folder, one.appId);
    const client = await logIn(other);
    const [ends, stays] = [await listenNow(client), await listenNow(await logIn(other))];
    const headers = { authorization: `Bearer ${client.user.refreshToken}` };
    const session = `${one.url}/api/client/v2.0/auth/session`;
    expect((await fetch(session, { method: 'DELETE', headers })).status).toBe(204);
    expect(await ends.ended).toBeUndefined();
    await recordBatch(store, [...parties, transferRecord('later')]);
    await expect.poll(() => stays.events.at(-1)).toMatch('insert later');
    await stays.stop();
    await one.close();
    await other.close();
    await rm(folder, { recursive: true });
  });

  it('do not come back with a clock that went ahead for a while', async () => {
    const ended = await endSession();
    feed.advance(61 * day);
    await expect
      .poll(() => store.query({ text: 'select generation from feed_generation' }, []))
      .toEqual([{ generation: 2 }]);
    feed.advance(-61 * day);
    expect(await isGood(ended)).toEqual([401, 401]);
    const { user } = await logIn(feed);
    expect(await isGood(user)).toEqual([200, 201]);
  });
});
