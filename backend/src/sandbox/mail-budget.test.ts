import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { testStores } from '../store/test-stores.testing.ts';
import { startMailServer, type TestMailServer } from './mail-server.testing.ts';
import { openTestSandbox, type TestSandbox, type TestSandboxOptions } from './sandbox.testing.ts';
import { openStored } from './stored.testing.ts';

const minute = 60_000;
const hour = 60 * minute;
const refusal = {
  code: 429,
  error: 'Too many codes were asked for. Please try later.',
  data: false,
};

const openTestStore = testStores();
describe('mails', () => {
  const stored = openStored(openTestStore);
  let server: TestMailServer;
  let sandbox: TestSandbox;
  beforeEach(async () => {
    server = await startMailServer();
  });
  afterEach(async () => {
    await sandbox.close();
    await server.close();
  });
  const open = async (budget?: TestSandboxOptions['budget']) => {
    const options = { now: stored.now, smtp: server.port };
    sandbox = await openTestSandbox(stored, { ...options, ...(budget && { budget }) });
  };
  const ask = async (user: string, from?: string) =>
    (await sandbox.call('code.create', { user }, from)).status;
  /** One ask of each of so many networks. */
  const askFrom = (networks: number, first = 0) =>
    Promise.all(
      Array.from({ length: networks }, (_, place) =>
        ask(`user-${first + place}@example.org`, `10.0.${first + place}.1`),
      ),
    );
  const count = (statuses: readonly number[], status: number) =>
    statuses.filter((one) => one === status).length;

  it('are one for 300 addresses that one person makes up', async () => {
    await open();
    const statuses = await Promise.all(
      Array.from({ length: 300 }, (_, place) =>
        ask(
          place % 2 === 0 ? `A.nn+${place}@gmail.com` : `an.n+${place}@GoogleMail.com.`,
          `10.0.${place % 256}.${place >> 8}`,
        ),
      ),
    );
    expect([count(statuses, 200), count(statuses, 429)]).toEqual([1, 299]);
    await expect.poll(() => server.mails.length).toBe(1);
    expect(server.mails[0]?.to[0]).toMatch(/^(A\.nn\+\d+@gmail\.com|an\.n\+\d+@googlemail\.com)$/);
  });

  it('bind the code to the address as it was typed', async () => {
    await open();
    const tagged = { user: 'Ann+tag@example.org' };
    const { body } = await sandbox.call('code.create', tagged);
    await expect.poll(() => server.mails.length).toBe(1);
    const code = /^Subject: (\d{6})/m.exec(server.mails[0]?.source ?? '')?.[1];
    const { trxn } = Object(body.data);
    const check = async (user: string) =>
      (await sandbox.call('code.check', { user, trxn, code })).status;
    expect(await check('ann@example.org')).toBe(403);
    expect(await check('ann+tag@EXAMPLE.org.')).toBe(200);
  });

  it('are bounded for all together, by the minute, the hour and the day', async () => {
    await open({ minute: 10, hour: 15, day: 20 });
    expect(count(await askFrom(30), 200)).toBe(10);
    await expect.poll(() => server.mails.length).toBe(10);
    expect(await sandbox.call('code.create', { user: 'new@example.org' }, '10.1.0.1')).toEqual({
      status: 429,
      headers: expect.objectContaining({ 'retry-after': '60' }),
      body: { ...refusal, retryAfter: 60 },
    });
    stored.pass(minute);
    expect(count(await askFrom(30, 50), 200)).toBe(5);
    stored.pass(minute);
    expect(count(await askFrom(30, 100), 200)).toBe(0);
    stored.pass(hour);
    expect(count(await askFrom(30, 150), 200)).toBe(5);
    stored.pass(hour);
    expect(count(await askFrom(30, 200), 200)).toBe(0);
    stored.pass(24 * hour);
    expect(count(await askFrom(30), 200)).toBe(10);
  });

  it('refuses an address that was here before and one that was not with the same words', async () => {
    await open({ minute: 1, hour: 100, day: 100 });
    expect(await ask('ann@example.org', '10.0.0.1')).toBe(200);
    const asked = await Promise.all(
      ['ann@example.org', 'never@example.org'].map((user) =>
        sandbox.call('code.create', { user }, '10.0.1.1'),
      ),
    );
    expect(asked.map(({ body }) => body)).toEqual([
      { ...refusal, retryAfter: 60 },
      { ...refusal, retryAfter: 60 },
    ]);
  });

  it('are left to others by a network that asks for all it can', async () => {
    await open({ minute: 60, hour: 600, day: 3_000 });
    const greedy = [];
    for (let place = 0; place < 60; place += 1) {
      greedy.push(await ask(`made-up-${place}@example.org`, `10.0.0.${place}`));
    }
    expect([count(greedy, 200), count(greedy, 429)]).toEqual([6, 54]);
    expect(await ask('ann@example.org', '10.0.1.1')).toBe(200);
  });

  it('cost nothing that are not sent, and are forgotten after a day', async () => {
    await open({ minute: 2, hour: 100, day: 100 });
    expect(await ask('ann@example.org', '10.0.0.1')).toBe(200);
    expect(await ask('ann@example.org', '10.0.1.1')).toBe(429);
    expect(await ask('bob@example.org', '10.0.2.1')).toBe(200);
    const kept = () => stored.db.selectFrom('mail').select('at').execute();
    expect(await kept()).toHaveLength(2);
    stored.pass(24 * hour);
    await sandbox.close();
    await open();
    await expect.poll(kept).toEqual([]);
  });
});
