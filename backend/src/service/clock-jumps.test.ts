import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import * as v from 'valibot';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startMailServer } from '../sandbox/mail-server.testing.ts';
import type { Store } from '../store/store.ts';
import { testStores } from '../store/test-stores.testing.ts';
import { openTestService, type TestService, testToken } from './service.testing.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const noon = Date.UTC(2026, 10, 20, 12);

const createdSchema = v.object({ data: v.object({ trxn: v.string() }) });
const outboxSchema = v.object({
  messages: v.array(v.object({ to: v.string(), subject: v.string() })),
});
const loginSchema = v.object({ access_token: v.string(), refresh_token: v.string() });

const openTestStore = testStores();
describe('a clock that jumps by six hours', () => {
  let store: Store;
  let folder: string;
  let service: TestService;
  let wall: number;
  let elapsed: number;
  const time = { wall: () => wall, elapsed: () => elapsed };
  const pass = (milliseconds: number) => {
    wall += milliseconds;
    elapsed += milliseconds;
  };
  const jump = (milliseconds: number) => {
    wall += milliseconds;
  };
  const open = async (changed: Parameters<typeof openTestService>[1] = {}) => {
    const settings = { DATA_DIR: folder, TRUSTED_PROXIES: ['127.0.0.1'], ...changed };
    service = await openTestService(store, settings, undefined, time);
  };
  const restart = async () => {
    await service.close();
    await open();
  };

  beforeAll(async () => {
    store = await openTestStore();
  });
  afterAll(() => store.close());
  beforeEach(async () => {
    for (const table of ['code', 'visit', 'mail', 'revoked_session', 'feed_generation', 'clock']) {
      await sql`delete from ${sql.table(table)}`.execute(store.db);
    }
    folder = await mkdtemp(join(tmpdir(), 'tallystick-jumps-'));
    [wall, elapsed] = [noon, 0];
    await open();
  });
  afterEach(async () => {
    await service.close();
    await rm(folder, { recursive: true });
  });

  async function ask(user: string, from = '192.0.2.1') {
    const answer = await service.app.inject({
      method: 'POST',
      url: '/sandbox/code.create',
      headers: { authorization: testToken, 'x-forwarded-for': from },
      payload: { data: { user } },
    });
    return {
      status: answer.statusCode,
      wait: Number(answer.headers['retry-after'] ?? 0),
      body: answer.json<unknown>(),
    };
  }
  async function codeOf(user: string) {
    const { trxn } = v.parse(createdSchema, (await ask(user)).body).data;
    const answer = await service.app.inject({
      url: '/sandbox/outbox',
      headers: { host: 'localhost:4100' },
    });
    const { messages } = v.parse(outboxSchema, answer.json());
    const { subject = '' } = messages.find(({ to }) => to === user) ?? {};
    return { user, trxn, code: /^\d{6}/.exec(subject)?.[0] ?? '' };
  }
  const check = async (guess: object) =>
    (await service.call('/sandbox/code.check', { data: guess })).status;

  async function logIn() {
    const answer = await service.app.inject({
      method: 'POST',
      url: '/api/client/v2.0/app/ledger-test/auth/providers/api-key/login',
      payload: { key: 'test-key' },
    });
    return v.parse(loginSchema, answer.json());
  }
  const feed = async (method: 'GET' | 'POST' | 'DELETE', path: string, token: string) =>
    (
      await service.app.inject({
        method,
        url: `/api/client/v2.0/auth/${path}`,
        headers: { authorization: `Bearer ${token}` },
      })
    ).statusCode;

  const ways: [string, () => Promise<void>][] = [
    ['while the service runs', async () => {}],
    ['and a restart', () => restart()],
  ];

  describe.each(ways)('back, %s', (_how, happens) => {
    const jumpBack = async () => {
      jump(-6 * hour);
      await happens();
    };

    it('leaves a code its five minutes, and no more', async () => {
      const code = await codeOf('ann@example.org');
      const late = await codeOf('bob@example.org');
      pass(minute);
      await jumpBack();
      pass(4 * minute - 1);
      expect(await check(code)).toBe(200);
      pass(1);
      expect(await check(late)).toBe(403);
    });

    it('does not revive a code that has expired, nor keep its owner waiting', async () => {
      const code = await codeOf('ann@example.org');
      pass(6 * minute);
      await jumpBack();
      expect(await check(code)).toBe(403);
      expect((await ask('ann@example.org')).status).toBe(200);
    });

    it('makes nobody wait longer for the next code', async () => {
      await codeOf('ann@example.org');
      pass(20_000);
      await jumpBack();
      expect(await ask('ann@example.org')).toMatchObject({ status: 429, wait: 40 });
      pass(40_000);
      expect((await ask('ann@example.org')).status).toBe(200);
    });

    it('keeps a client from asking for its five minutes, not for hours', async () => {
      for (let n = 0; n < 30; n += 1) await ask(`user-${n}@example.org`);
      await jumpBack();
      expect(await ask('ann@example.org')).toMatchObject({ status: 429, wait: 300 });
      pass(5 * minute);
      expect((await ask('ann@example.org')).status).toBe(200);
    });

    it('revives no session of the feed, and ends none', async () => {
      const old = await logIn();
      const out = await logIn();
      expect(await feed('DELETE', 'session', out.refresh_token)).toBe(204);
      pass(60 * day + hour);
      const good = await logIn();
      await jumpBack();
      expect(await feed('POST', 'session', old.refresh_token)).toBe(401);
      expect(await feed('POST', 'session', out.refresh_token)).toBe(401);
      expect(await feed('GET', 'profile', good.access_token)).toBe(200);
      pass(30 * minute);
      expect(await feed('GET', 'profile', good.access_token)).toBe(401);
      expect(await feed('POST', 'session', good.refresh_token)).toBe(201);
    });
  });

  describe.each(ways)('ahead and back again, %s', (_how, happens) => {
    const jumpThereAndBack = async () => {
      jump(6 * hour);
      // Something is done while the clock is wrong.
      await ask('somebody@example.org', '198.51.100.1');
      await happens();
      jump(-6 * hour);
      await happens();
    };

    it('ends codes under way for good; the next can be had at once', async () => {
      const code = await codeOf('ann@example.org');
      await jumpThereAndBack();
      expect(await check(code)).toBe(403);
      expect(await check(await codeOf('ann@example.org'))).toBe(200);
    });

    it('keeps nobody waiting who asked while it was ahead', async () => {
      await jumpThereAndBack();
      expect(await ask('somebody@example.org')).toMatchObject({ status: 429, wait: 60 });
      pass(minute);
      expect((await ask('somebody@example.org')).status).toBe(200);
    });

    it('leaves sessions of the feed as they are', async () => {
      const [good, out] = [await logIn(), await logIn()];
      expect(await feed('DELETE', 'session', out.refresh_token)).toBe(204);
      await jumpThereAndBack();
      expect(await feed('POST', 'session', good.refresh_token)).toBe(201);
      expect(await feed('POST', 'session', out.refresh_token)).toBe(401);
    });
  });

  it('leaves the budget of mails as it is', async () => {
    const server = await startMailServer();
    await service.close();
    const MAIL_BUDGET = { minute: 1, hour: 100, day: 100 };
    await open({ SMTP_URL: `smtp://127.0.0.1:${server.port}`, MAIL_BUDGET });
    expect((await ask('ann@example.org', '192.0.2.1')).status).toBe(200);
    jump(-6 * hour);
    expect(await ask('bob@example.org', '198.51.100.1')).toMatchObject({ status: 429, wait: 60 });
    pass(minute);
    expect((await ask('bob@example.org', '198.51.100.1')).status).toBe(200);
    await server.close();
  });

  it('is forgotten at a start that is told so, with all that it has left', async () => {
    jump(10 * 365 * day);
    await codeOf('ann@example.org');
    jump(-10 * 365 * day);
    await service.close();
    await open({ STORE_CLOCK: 'reset' });
    const noted = async () =>
      (await sql<{ newest: number }>`select newest from clock`.execute(store.db)).rows;
    await expect.poll(noted).toEqual([{ newest: noon }]);
    await expect.poll(async () => (await ask('ann@example.org')).status).toBe(200);
  });
});
