import { createHmac } from 'node:crypto';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Notice } from '../contract/notice.ts';
import { buildOf, testKey } from '../registry.testing.ts';
import { registryOver } from '../registry-over.ts';
import { testRegistries } from '../store/test-registries.testing.ts';
import { putNotice } from './notices.ts';
import { openReceiver } from './receiver.testing.ts';
import { signatureHeader } from './send.ts';

const [build, before] = [buildOf(2), buildOf(1)];
const notice: Notice = {
  kind: 'left',
  channel: 'production',
  app: 'mfe-a',
  build,
  revision: 7,
  at: '2026-11-21T00:00:00.000Z',
  text: 'it fails',
  verdict: {
    ...{ app: 'mfe-a', build, browsers: 20, failed: 12, networks: 12, kinds: { render: 12 } },
    against: { what: 'live', build: before, browsers: 40, failed: 0 },
    ...{ chance: 0.000_001, seconds: 12 },
  },
};

const openTestRegistry = testRegistries();
describe('a notice', () => {
  const closing: (() => Promise<unknown>)[] = [];
  let now = Date.parse(notice.at);
  const opened = openTestRegistry();
  beforeEach(() => {
    // A busy machine may take longer than a receiver may.
    vi.spyOn(AbortSignal, 'timeout').mockReturnValue(new AbortController().signal);
  });
  afterEach(async () => {
    for (const close of closing.splice(0).reverse()) await close();
    vi.restoreAllMocks();
  });
  afterAll(async () => (await opened).registry.close());

  async function open(statuses: readonly number[], secret?: string) {
    const { store, files } = await opened;
    const receiver = await openReceiver(statuses);
    const webhook = { url: receiver.url, ...(secret !== undefined && { secret }) };
    const outbox = () => {
      const kept = { ...store, close: async () => {} };
      const parts = { store: kept, files, key: testKey, webhook, watchPace: 5 };
      const registry = registryOver({ ...parts, now: () => now });
      closing.push(registry.close);
      return registry;
    };
    closing.push(receiver.close);
    return { db: store.db, receiver, outbox };
  }

  it('arrives, signed, although its receiver fails first, and once', async () => {
    const secret = 'a secret of the receiver';
    const { db, receiver, outbox } = await open([500, 0, 302, 204], secret);
    await putNotice(db, [], 'one', notice);
    await putNotice(db, [], 'one', { ...notice, text: 'the same again' });
    outbox();
    for (let tries = 1; tries <= 4; tries += 1) {
      await expect.poll(() => receiver.heard.length).toBe(tries);
      // Before its time it is not tried again.
      const open = db.selectFrom('notice').select('next_at').where('key', '=', 'one');
      await expect
        .poll(async () => (await open.executeTakeFirstOrThrow()).next_at?.getTime() ?? 0)
        .not.toBe(now + 60_000);
      now += 2_000 * 2 ** (tries - 1);
    }
    now += 3_600_000;
    const sent = db.selectFrom('notice').select(['sent_at', 'next_at']).where('key', '=', 'one');
    await expect.poll(async () => (await sent.executeTakeFirst())?.sent_at).not.toBeNull();
    expect(receiver.heard).toHaveLength(4);
    const { headers, body } = receiver.heard[3] ?? { headers: {}, body: '' };
    expect(JSON.parse(body)).toEqual({ id: expect.any(Number), ...notice });
    const [, t = '', signature] =
      /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers[signatureHeader])) ?? [];
    expect(signature).toBe(createHmac('sha256', secret).update(`${t}.${body}`).digest('hex'));
    expect(headers['x-tallystick-notice']).toBe(String(JSON.parse(body).id));
  });

  it('that was not taken yet is sent after a restart, by one of several processes', async () => {
    const { db, receiver, outbox } = await open([503, 200]);
    const first = outbox();
    await putNotice(db, [], 'two', { ...notice, at: new Date(now).toISOString() });
    await expect.poll(() => receiver.heard.length).toBe(1);
    await first.close();
    now += 60_001;
    outbox();
    outbox();
    const sent = db.selectFrom('notice').select('sent_at').where('key', '=', 'two');
    await expect.poll(async () => (await sent.executeTakeFirst())?.sent_at).not.toBeNull();
    expect(receiver.heard).toHaveLength(2);
    expect(receiver.heard[0]?.headers[signatureHeader]).toBeUndefined();
  });

  it('of long ago is not sent when there is a webhook at last', async () => {
    const { db, receiver, outbox } = await open([204]);
    const at = (days: number) => new Date(now - days * 86_400_000).toISOString();
    await putNotice(db, [], 'old', { ...notice, at: at(3), text: 'long ago' });
    await putNotice(db, [], 'new', { ...notice, at: at(1), text: 'yesterday' });
    outbox();
    const waiting = db.selectFrom('notice').select('key').where('next_at', 'is not', null);
    await expect.poll(() => waiting.execute()).toEqual([]);
    expect(receiver.heard.map(({ body }) => JSON.parse(body).text)).toEqual(['yesterday']);
  });
});
