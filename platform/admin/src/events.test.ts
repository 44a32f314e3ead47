import { connect } from 'node:net';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { manager, openTestAdmin, type TestAdmin } from './admin.testing.ts';

const pace = { events: 300, heartbeats: 200 };

let admin: TestAdmin;
let origin = '';
let token = '';
beforeAll(async () => {
  admin = await openTestAdmin({ pace });
  token = (await admin.token(manager)).secret;
  origin = await admin.server.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => admin.close());

/** Reads the stream as a browser does; `events` grows while it lasts. */
async function follow(secret: string) {
  const response = await fetch(`${origin}/v1/events`, {
    headers: { authorization: `Bearer ${secret}` },
  });
  const read = { response, events: 0, heartbeats: 0, ended: false, stop: () => {} };
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  read.stop = () => void reader?.cancel();
  void (async () => {
    for (;;) {
      const part = await reader?.read();
      if (part === undefined || part.done) break;
      read.events += part.value.split('event: changed\n').length - 1;
      read.heartbeats += part.value.split(/^:$/m).length - 1;
    }
    read.ended = true;
  })();
  return read;
}

it('says at once that there may be something to read, then after each change, but not more often', async () => {
  const feed = await follow(token);
  expect(feed.response.headers.get('content-type')).toBe('text/event-stream');
  expect(feed.response.headers.get('cache-control')).toBe('no-store, no-transform');
  await expect.poll(() => feed.events).toBe(1);
  const began = performance.now();
  for (let i = 0; i < 20; i += 1) await admin.token(manager);
  const spent = performance.now() - began;
  await expect.poll(() => feed.events).toBeGreaterThan(1);
  await expect.poll(() => feed.heartbeats).toBeGreaterThan(2);
  expect(feed.events).toBeLessThanOrEqual(3 + Math.ceil(spent / pace.events));
  feed.stop();
});

it('is for those who have a token, as long as it is good', async () => {
  expect((await fetch(`${origin}/v1/events`)).status).toBe(401);
  const { secret, id } = await admin.token(manager);
  const [feed, other] = [await follow(secret), await follow(token)];
  await expect.poll(() => feed.heartbeats).toBeGreaterThan(0);
  await fetch(`${origin}/v1/tokens/${id}`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${token}` },
  });
  await expect.poll(() => feed.ended).toBe(true);
  const beats = other.heartbeats;
  await expect.poll(() => other.heartbeats).toBeGreaterThan(beats);
  expect(other.ended).toBe(false);
  other.stop();
});

it('asks no more for a reader that went while its token was looked up', async () => {
  const feed = await follow(token);
  const { secret } = await admin.token(manager);
  const { promise: closed, resolve } = Promise.withResolvers<void>();
  admin.server.server.once('connection', (socket) => socket.once('close', () => resolve()));
  const { hostname, port } = new URL(origin);
  const client = connect(Number(port), hostname);
  const real = admin.registry.access.authenticate;
  const authenticate = vi
    .spyOn(admin.registry.access, 'authenticate')
    .mockImplementation(async (of) => {
      const actor = await real(of);
      if (of === secret) {
        client.destroy();
        await closed;
      }
      return actor;
    });
  const asked = () => authenticate.mock.calls.filter(([of]) => of === secret).length;
  client.write(
    `GET /v1/events HTTP/1.1\r\nhost: ${hostname}\r\nauthorization: Bearer ${secret}\r\n\r\n`,
  );
  await expect.poll(asked).toBeGreaterThan(0);
  await closed;
  const beats = feed.heartbeats;
  await expect.poll(() => feed.heartbeats).toBeGreaterThan(beats + 2);
  expect(asked()).toBe(1);
  authenticate.mockRestore();
  feed.stop();
});

it('ends when the server does', async () => {
  const own = await openTestAdmin({ pace });
  const at = await own.server.listen({ host: '127.0.0.1', port: 0 });
  const { secret } = await own.token(manager);
  const response = await fetch(`${at}/v1/events`, {
    headers: { authorization: `Bearer ${secret}` },
  });
  const text = response.text();
  await own.close();
  expect(await text).toContain('event: changed');
});
