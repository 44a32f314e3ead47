import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { AnyNotice } from '../../src/contract/notice.ts';
import { openReceiver } from '../../src/notice/receiver.testing.ts';
import { signatureHeader } from '../../src/notice/send.ts';
import type { Part } from '../../src/part/part.ts';
import { buildOf, done, manager, publish, publisherOf } from '../../src/registry.testing.ts';
import { type OpenedRegistry, testRegistries } from '../../src/store/test-registries.testing.ts';
import type { WebhookTables } from './tables.ts';
import { webhooks } from './webhooks.ts';

const reason = 'the team asked for it';

const openTestRegistry = testRegistries();
const ours = webhooks.with({ sends: true });
/** Another part, which tells people what it is told to. */
let tell: (key: string, notice: AnyNotice) => Promise<void>;
const another: Part = {
  name: 'another',
  migrations: {},
  open: ({ db, notify }) => {
    tell = (key, notice) => notify(db, key, notice);
    return { joined: () => {} };
  },
};
const parts = [ours, another];
describe('the webhook of an app', () => {
  let now = Date.UTC(2026, 10, 21);
  let opened: OpenedRegistry;
  let receiver: Awaited<ReturnType<typeof openReceiver>>;
  beforeEach(async () => {
    // A busy machine may take longer than a receiver may.
    vi.spyOn(AbortSignal, 'timeout').mockReturnValue(new AbortController().signal);
    receiver = await openReceiver();
    opened = await openTestRegistry({ parts, watchPace: 5, now: () => now });
    const { registry } = opened;
    await publish(registry, 'shell', buildOf(0), { kind: 'shell' });
    for (const app of ['mfe-a', 'mfe-b']) {
      for (const n of [1, 2]) {
        await publish(registry, app, buildOf(n), { commit: `${n}`.repeat(40) });
      }
    }
    const builds = { shell: buildOf(0), 'mfe-a': buildOf(1), 'mfe-b': buildOf(1) };
    done(
      await registry.channel('production').change(manager, 0, { kind: 'promote', builds, reason }),
    );
  });
  const ends: (() => void)[] = [];
  afterEach(async () => {
    for (const end of ends.splice(0)) end();
    await opened.registry.close();
    await receiver.close();
    vi.restoreAllMocks();
  });
  /** A receiver that answers only when told to. */
  async function openSlow(status: number) {
    const { promise: told, resolve: answer } = Promise.withResolvers<void>();
    let asked = 0;
    const slow = createServer((request, response) => {
      asked += 1;
      request.resume();
      void told.then(() => response.writeHead(status).end());
    }).listen(0, '127.0.0.1');
    ends.push(() => slow.close().closeAllConnections());
    await once(slow, 'listening');
    const address = slow.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    return { url: `http://127.0.0.1:${port}/`, asked: () => asked, answer };
  }
  const set = (url: string) => webhooks.of(opened.registry).set(manager, 'mfe-a', { url, reason });
  const promote = async (app: string, n: number) => {
    const at = (await opened.registry.channel('production').current())?.revision ?? 0;
    const change = { kind: 'promote', builds: { [app]: buildOf(n) }, reason } as const;
    done(await opened.registry.channel('production').change(manager, at, change));
  };
  const heard = () => receiver.heard.map(({ body }) => JSON.parse(body));
  const state = async () =>
    done(await webhooks.of(opened.registry).state(publisherOf('mfe-a'), 'mfe-a'));

  it('hears of the moves of its app and of no other, signed by the secret that was told once', async () => {
    const { secret, webhook, note } = done(await set(receiver.url));
    expect(webhook.origin).toBe(new URL(receiver.url).origin);
    expect(note).toContain('a private address: the registry tells it inside your network');
    await promote('mfe-b', 2);
    await promote('mfe-a', 2);
    const recall = { kind: 'rollback' as const, apps: ['mfe-a'], to: {}, recall: true, reason };
    done(await opened.registry.channel('production').change(manager, 3, recall));
    await expect.poll(() => receiver.heard.length).toBe(2);
    const text = `Ann promoted 2222222 of mfe-a to production, in place of 1111111: ${reason}`;
    const common = { kind: 'moved', channel: 'production', app: 'mfe-a', by: 'Ann', reason };
    expect(heard()).toEqual([
      expect.objectContaining({ ...common, revision: 3, change: 'promote', text }),
      expect.objectContaining({ ...common, revision: 4, change: 'recall', to: buildOf(1) }),
    ]);
    const { headers, body } = receiver.heard[0] ?? { headers: {}, body: '' };
    const [, t, signature] = /^t=(\d+),v1=(\w+)$/.exec(String(headers[signatureHeader])) ?? [];
    expect(signature).toBe(createHmac('sha256', secret).update(`${t}.${body}`).digest('hex'));
    await expect.poll(state).toMatchObject({
      webhook: { origin: webhook.origin, createdBy: 'Ann' },
      ...{ waiting: 0, lastTakenAt: expect.any(String) },
    });
  });

  it('hears of them as a chat takes it, where that was said', async () => {
    const hook = { url: receiver.url, reason, shape: 'slack' as const };
    done(await webhooks.of(opened.registry).set(manager, 'mfe-a', hook));
    await promote('mfe-a', 2);
    const text = `Ann promoted 2222222 of mfe-a to production, in place of 1111111: ${reason}`;
    await expect.poll(heard).toEqual([{ text }]);
    expect((await state()).webhook).toMatchObject({ shape: 'slack' });
  });

  it('does not wait for that of another app, which does not answer', async () => {
    const told: string[] = [];
    const silent = createServer(({ socket }) => {
      told.push('asked');
      socket.once('close', () => told.push('given up'));
    }).listen(0, '127.0.0.1');
    ends.push(() => silent.close().closeAllConnections());
    await once(silent, 'listening');
    const address = silent.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    done(await set(`http://127.0.0.1:${port}/`));
    const other = { url: receiver.url, reason };
    done(await webhooks.of(opened.registry).set(manager, 'mfe-b', other));
    await promote('mfe-a', 2);
    await expect.poll(() => told).toEqual(['asked']);
    await promote('mfe-b', 2);
    await expect.poll(heard).toMatchObject([{ app: 'mfe-b' }]);
    expect(told).toEqual(['asked']);
  });

  it('hears of what another part tells people of its app', async () => {
    done(await set(receiver.url));
    const at = new Date(now).toISOString();
    for (const app of ['mfe-a', 'mfe-b']) {
      const text = `new in ${app}`;
      await tell(app, { kind: 'error', channel: 'production', app, revision: 1, at, text });
    }
    await expect.poll(heard).toMatchObject([{ kind: 'error', app: 'mfe-a', text: 'new in mfe-a' }]);
  });

  it('is set by managers alone, and its address is told to nobody and stands in no history', async () => {
    const { registry } = opened;
    const url = `${receiver.url}?key=a-secret-of-the-team`;
    const team = publisherOf('mfe-a');
    expect(await webhooks.of(registry).set(team, 'mfe-a', { url, reason })).toMatchObject({
      code: 'forbidden',
    });
    const first = done(await set(url));
    const second = done(await set(url));
    expect(second.secret).not.toBe(first.secret);
    const told = [await state(), await registry.audit.entries({ limit: 50 }), second.webhook];
    expect(JSON.stringify(told)).not.toContain('a-secret-of-the-team');
    expect(JSON.stringify(told)).not.toContain(second.secret);
    expect(await webhooks.of(registry).state(publisherOf('mfe-b'), 'mfe-a')).toMatchObject({
      code: 'forbidden',
    });
    expect(await registry.audit.verify()).toMatchObject({ ok: true });
  });

  it('is sent nothing at an address that no manager has set', async () => {
    const { registry, store } = opened;
    done(await set('https://hooks.example/mfe-a'));
    await sql`update app_webhook set url = ${receiver.url}`.execute(store.db);
    done(await webhooks.of(registry).set(manager, 'mfe-b', { url: receiver.url, reason }));
    await promote('mfe-a', 2);
    await promote('mfe-b', 2);
    // The look that found this one has passed the other by.
    await expect.poll(heard).toMatchObject([{ app: 'mfe-b' }]);
    expect(await state()).toMatchObject({ waiting: 1, tries: 0 });
    expect(await registry.audit.verify()).toMatchObject({
      ok: false,
      problems: ['the webhook of mfe-a is not what was set'],
    });
    // Set by a manager, it gets what waits.
    done(await set(receiver.url));
    await expect.poll(heard).toMatchObject([{ app: 'mfe-b' }, { app: 'mfe-a', to: buildOf(2) }]);
  });

  it('gets what waits while another address takes long over the one before', async () => {
    const slow = await openSlow(200);
    done(await set(slow.url));
    for (const n of [2, 1, 2]) await promote('mfe-a', n);
    await expect.poll(slow.asked).toBe(1);
    done(await set(receiver.url));
    slow.answer();
    await expect.poll(state).toMatchObject({ waiting: 0 });
    expect(heard()).toMatchObject([{ revision: 3 }, { revision: 4 }]);
    expect(slow.asked()).toBe(1);
  });

  it('gets at once what another address refuses only after it was replaced', async () => {
    const slow = await openSlow(500);
    done(await set(slow.url));
    await promote('mfe-a', 2);
    await expect.poll(slow.asked).toBe(1);
    done(await set(receiver.url));
    slow.answer();
    // No time passes, so nothing comes that is due later.
    await expect.poll(heard).toMatchObject([{ app: 'mfe-a', to: buildOf(2) }]);
    expect(slow.asked()).toBe(1);
  });

  it('gets soon what another address did not take for long', async () => {
    const other = await openReceiver([500]);
    done(await set(other.url));
    await promote('mfe-a', 2);
    const db = opened.store.db.withTables<WebhookTables>();
    const due = db.selectFrom('app_notice').select('next_at');
    // It was tried, and is due two seconds later.
    await expect
      .poll(async () => (await due.executeTakeFirst())?.next_at?.getTime())
      .toBe(now + 2_000);
    await sql`update app_notice set tries = 12, next_at = next_at + interval '1 day'`.execute(db);
    done(await set(receiver.url));
    // The other one may have been asked once more meanwhile.
    const later = () => {
      now += 10_000;
      return heard();
    };
    await expect.poll(later).toMatchObject([{ app: 'mfe-a', to: buildOf(2) }]);
    await expect.poll(state).toMatchObject({ waiting: 0 });
    await other.close();
  });

  it('hears nothing more once it is removed', async () => {
    const { registry } = opened;
    done(await set(receiver.url));
    done(await webhooks.of(registry).remove(manager, 'mfe-a', reason));
    await promote('mfe-a', 2);
    expect(await state()).toEqual({ webhook: null, waiting: 0, tries: 0, lastTakenAt: null });
    expect(await webhooks.of(registry).remove(manager, 'mfe-a', reason)).toMatchObject({
      code: 'unknown',
    });
    expect(receiver.heard).toEqual([]);
  });
});
