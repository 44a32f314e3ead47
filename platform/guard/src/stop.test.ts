import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { afterEach, describe, expect, it } from 'vitest';
import { openServer, type ServerLimits } from './open-server.ts';
import { openRaw, type RawConnection, standStill } from './raw-request.testing.ts';

/** Far longer than anything here takes. */
const never = 600_000;

/** Milliseconds for which the event loop does nothing else: connections then wait for their turns. */
const busyMs = 20;

let app: FastifyInstance;
let port: number;
let answer: () => void;
const open: RawConnection[] = [];
afterEach(async () => {
  for (const { socket } of open.splice(0)) socket.destroy();
  await app.close();
});

async function start(limits: Partial<ServerLimits> = {}): Promise<void> {
  app = openServer(
    {},
    {
      headers: { secure: false, referrer: 'no-referrer' },
      limits: { idleGrace: never, drainTimeout: never, ...limits },
    },
  );
  app.get('/', () => 'at once');
  app.get('/large', () => Buffer.alloc(50_000_000));
  app.get('/busy', () => {
    standStill(busyMs);
    return 'busily';
  });
  app.get('/slow', () => {
    standStill(busyMs);
    return new Promise((done) => {
      answer = () => done('in the end');
      app.server.emit('asked');
    });
  });
  port = Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port);
}

function connect(): RawConnection {
  const connection = openRaw(port);
  open.push(connection);
  return connection;
}
const get = (path: string) => `GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`;

async function kept(): Promise<RawConnection> {
  const connection = connect();
  connection.socket.write(get('/'));
  await expect.poll(connection.answer).toContain('at once');
  expect(connection.answer()).toContain('Connection: keep-alive');
  return connection;
}

/** Connections on each of which this is asked, of which all but one wait to be read. */
async function unread(path: string): Promise<RawConnection[]> {
  const count = 10;
  let opened = 0;
  const allOpened = new Promise<void>((done) => {
    app.server.on('connection', () => {
      opened += 1;
      if (opened === count) done();
    });
  });
  const connections = Array.from({ length: count }, connect);
  for (const { socket } of connections) socket.write(get(path));
  await allOpened;
  return connections;
}

/** Begins to stop, and resolves when answers tell so. */
async function beginToStop(): Promise<Promise<unknown>[]> {
  const stopped = app.close();
  await expect
    .poll(async () => (await fetch(`http://127.0.0.1:${port}`)).headers.get('connection'))
    .toBe('close');
  return [stopped];
}

describe('a server that is to stop', () => {
  it('answers what is under way, and what comes on kept connections, and tells that they end', async () => {
    await start();
    const asked = once(app.server, 'asked');
    const slow = connect();
    slow.socket.write(get('/slow'));
    await asked;
    const [first, second] = [await kept(), await kept()];
    const [stopped] = await beginToStop();
    for (const { socket, closed } of [first, second]) {
      socket.write(get('/'));
      expect(await closed).toMatch(/connection: close\r\n.*at once$/s);
    }
    await expect(fetch(`http://127.0.0.1:${port}`)).rejects.toThrow();
    answer();
    expect(await slow.closed).toMatch(/connection: close\r\n.*in the end$/s);
    await stopped;
  });

  it('waits for no connection that is quiet, and for none on which nothing ever came', async () => {
    await start({ idleGrace: 50 });
    const [used, silent] = [await kept(), connect()];
    await once(silent.socket, 'connect');
    await app.close();
    await Promise.all([used.closed, silent.closed]);
  });

  it('answers what had come while it stood still itself, however long', async () => {
    // Longer than a busy machine keeps this process from going on before it writes.
    await start({ idleGrace: 1_000 });
    const [used, silent] = [await kept(), connect()];
    await once(silent.socket, 'connect');
    const stopped = app.close();
    await new Promise((passed) => setImmediate(passed));
    for (const { socket } of [used, silent]) socket.write(get('/'));
    standStill(1_100);
    for (const { closed } of [used, silent]) expect(await closed).toMatch(/at once$/);
    await stopped;
  });

  it('answers what waits to be read, however long', async () => {
    await start({ idleGrace: 1 });
    const waiting = await unread('/busy');
    const stopped = app.close();
    for (const { closed } of waiting) expect(await closed).toMatch(/busily$/);
    await stopped;
  });

  it('sends to the end what it has begun to send', async () => {
    await start({ idleGrace: 50 });
    const { socket, closed, answer } = connect();
    socket.once('data', () => socket.pause());
    socket.write(get('/large'));
    await expect.poll(answer).toContain('200 OK');
    const stopped = app.close();
    await wait(60);
    socket.resume();
    expect((await closed).length).toBeGreaterThan(50_000_000);
    await stopped;
  });

  it('does not wait for ever', async () => {
    await start({ idleGrace: 0, drainTimeout: 100 });
    const slow = connect();
    slow.socket.write(get('/slow'));
    await once(app.server, 'asked');
    await app.close();
    expect(await slow.closed).toBe('');
  });

  it('does not wait for ever for what is read late', async () => {
    await start({ idleGrace: 0, drainTimeout: 3 * busyMs });
    const waiting = await unread('/slow');
    await app.close();
    for (const { closed } of waiting) expect(await closed).toBe('');
  });
});
