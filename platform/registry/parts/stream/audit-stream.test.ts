import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openReceiver } from '../../src/notice/receiver.testing.ts';
import { buildOf, done, manager, publish } from '../../src/registry.testing.ts';
import type { Registry } from '../../src/registry.ts';
import { type OpenedRegistry, testRegistries } from '../../src/store/test-registries.testing.ts';
import { auditStream } from './audit-stream.ts';

const one = buildOf(1);
const secret = 'sixteen letters!';
const openTestRegistry = testRegistries();
const ends: (() => Promise<unknown>)[] = [];
let now = Date.UTC(2026, 10, 21);
beforeEach(() => {
  // A busy machine may take longer than a receiver may.
  vi.spyOn(AbortSignal, 'timeout').mockReturnValue(new AbortController().signal);
});
afterEach(async () => {
  vi.restoreAllMocks();
  for (const end of ends.splice(0)) await end();
});

async function open(environment: Parameters<typeof auditStream.with>[0]['environment']) {
  const parts = [auditStream.with({ environment, sends: true })];
  const opened: OpenedRegistry = await openTestRegistry({ parts, now: () => now });
  const { registry } = opened;
  await publish(registry, 'shell', one, { kind: 'shell', commit: '113bca9'.padEnd(40, '0') });
  return registry;
}

const send = (registry: Registry) => auditStream.of(registry).send();
const lock = async (registry: Registry) => {
  const channel = registry.channel('production');
  const change = { kind: 'promote', builds: { shell: one }, reason: 'the first' } as const;
  done(await channel.change(manager, 0, change));
  done(await channel.lock(manager, 'shell', 'a "quoted" ] reason'));
};

it('posts each entry once, in order, signed, and again from where a receiver failed', async () => {
  const receiver = await openReceiver([204, 500, 204]);
  ends.push(receiver.close);
  const registry = await open({ AUDIT_WEBHOOK_URL: receiver.url, AUDIT_WEBHOOK_SECRET: secret });
  await lock(registry);
  await send(registry);
  await send(registry);
  expect(receiver.heard).toHaveLength(2);
  now += 2_000;
  await send(registry);
  await send(registry);
  const bodies = receiver.heard.map(({ body }) => JSON.parse(body));
  expect(bodies.map(({ sequence, action }) => [sequence, action])).toEqual([
    [1, 'publish'],
    [2, 'change'],
    [2, 'change'],
    [3, 'lock'],
  ]);
  expect(bodies[1]).toMatchObject({
    kind: 'audit',
    sentence: 'Ann promoted 113bca9 of shell to production: the first',
  });
  const { headers, body } = receiver.heard[0] ?? { headers: {}, body: '' };
  expect(headers['x-tallystick-notice']).toBe('audit-1');
  const [, t, signature] =
    /^t=(\d+),v1=(\w+)$/.exec(String(headers['x-tallystick-signature'])) ?? [];
  expect(signature).toBe(createHmac('sha256', secret).update(`${t}.${body}`).digest('hex'));
});

/** Frames by RFC 6587, messages by RFC 5424. */
function messagesIn(bytes: Buffer) {
  const messages: object[] = [];
  for (let rest = bytes; rest.length > 0; ) {
    const blank = rest.indexOf(' ');
    const length = Number(rest.subarray(0, blank).toString());
    const message = rest.subarray(blank + 1, blank + 1 + length).toString();
    const read =
      /^<(?<priority>\d{1,3})>1 (?<at>\S+) \S+ (?<app>\S+) - (?<id>\S{1,32}) (?<data>\[audit@32473(?: \w+="(?:[^"\\\]]|\\["\\\]])*")+\]) \uFEFF(?<text>.*)$/u.exec(
        message,
      );
    messages.push({ ...read?.groups });
    rest = rest.subarray(blank + 1 + length);
  }
  return messages;
}

it('sends them to a syslog collector, framed by their length, and waits where there is none', async () => {
  const heard: Buffer[] = [];
  const collector = createServer((socket) => {
    void buffer(socket).then((bytes) => heard.push(bytes));
  });
  collector.listen(0, '127.0.0.1');
  await once(collector, 'listening');
  const place = collector.address();
  const port = typeof place === 'object' ? place?.port : undefined;
  const registry = await open({ AUDIT_SYSLOG_URL: `tcp://127.0.0.1:${port}` });
  await lock(registry);
  await send(registry);
  await send(registry);
  expect(heard.map(messagesIn)).toEqual([
    [
      expect.objectContaining({ priority: '109', app: 'tallystick', id: 'publish' }),
      expect.objectContaining({
        id: 'change',
        text: 'Ann promoted 113bca9 of shell to production: the first',
      }),
      expect.objectContaining({
        id: 'lock',
        at: '2026-11-21T00:00:02.000Z',
        data: expect.stringContaining('number="3" by="Ann" kind="lock" hash="'),
        text: 'Ann locked shell in production: a "quoted" ] reason',
      }),
    ],
  ]);
  collector.close();
  await once(collector, 'close');
  done(await registry.channel('production').unlock(manager, 'shell', 'it is over'));
  await send(registry);
  collector.listen(port, '127.0.0.1');
  await once(collector, 'listening');
  ends.push(async () => collector.close());
  now += 2_000;
  await send(registry);
  expect(heard.slice(1).map(messagesIn)).toEqual([[expect.objectContaining({ id: 'unlock' })]]);
});
