import { createServer } from 'node:http';
import { Socket } from 'node:net';
import { listenAnywhere } from '@tallystick/store/free-ports.testing';
import type { FastifyInstance } from 'fastify';
import { describe, expect, it, onTestFinished } from 'vitest';
import { boundConnections } from './connections.ts';
import { GracefulServer } from './graceful-server.ts';
import { openServer, type ServerLimits, usualLimits } from './open-server.ts';
import { openRaw, type RawConnection } from './raw-request.testing.ts';
import { openTurns } from './turns.ts';

/** Far longer than anything here takes. */
const never = 600_000;

let app: FastifyInstance;
let port: number;
let answers: (() => void)[];
const open: RawConnection[] = [];

async function start(limits: Partial<ServerLimits>, trustProxy: string[] = []): Promise<void> {
  answers = [];
  app = openServer(
    { bodyLimit: 1_000_000 },
    {
      headers: { secure: false, referrer: 'no-referrer' },
      trustProxy,
      limits: {
        ...{ inAll: 4, perClient: 4, idleGrace: 0 },
        ...{ headersTimeout: never, requestTimeout: never },
        ...limits,
      },
    },
  );
  onTestFinished(async () => {
    for (const { socket } of open.splice(0)) socket.destroy();
    await app.close();
  });
  app.get('/', () => 'answered');
  app.post('/', () => 'answered');
  app.post<{ Body: string }>('/length', ({ body }) => String(body.length));
  app.get('/slow', () => new Promise((done) => answers.push(() => done('answered'))));
  app.get('/large', () => Buffer.alloc(50_000_000));
  port = Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port);
}

function connect(from?: string): RawConnection {
  const connection = openRaw(port, from);
  open.push(connection);
  return connection;
}
const get = (path: string) => `GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`;

/** Connections that the server has. */
const count = () =>
  new Promise<number>((resolve) => app.server.getConnections((_error, found) => resolve(found)));

/** A connection as far as that: without a request, with one answered, or with one under way. */
async function silent(from?: string): Promise<RawConnection> {
  const before = await count();
  const connection = connect(from);
  await expect.poll(count).toBeGreaterThan(before);
  return connection;
}
async function kept(from?: string): Promise<RawConnection> {
  const connection = connect(from);
  connection.socket.write(get('/'));
  await expect.poll(connection.answer).toContain('answered');
  return connection;
}
async function busy(from?: string): Promise<RawConnection> {
  const connection = connect(from);
  const before = answers.length;
  connection.socket.write(get('/slow'));
  await expect.poll(() => answers.length).toBeGreaterThan(before);
  return connection;
}

describe('a server whose places run short', () => {
  it('leaves some for the next client, however many one opens', async () => {
    await start({ inAll: 100, perClient: 100, atRest: 100 });
    const early = await busy('127.0.0.2');
    for (let n = 1; n < 25; n += 1) await busy('127.0.0.2');
    expect(await connect('127.0.0.2').closed).toBe('');
    expect(early.socket.closed).toBe(false);
    await kept('127.0.0.1');
  });

  it('lets one client have a share of those without a request, and no more', async () => {
    await start({ inAll: 100, perClient: 100, atRest: 40 });
    const early = await silent('127.0.0.2');
    const next = await kept('127.0.0.2');
    for (let n = 2; n < 16; n += 1) await kept('127.0.0.2');
    // The next one gets in, as a neighbour behind the same address does; the oldest at rest makes room.
    await kept('127.0.0.2');
    expect(await early.closed).toBe('');
    expect(next.socket.closed).toBe(false);
    expect(await count()).toBe(16);
    await kept('127.0.0.1');
    expect(next.socket.closed).toBe(false);
  });

  it('closes the one that was at rest for longest for a new one', async () => {
    await start({});
    const [silentOne, keptOne] = [await silent(), await kept()];
    await busy();
    await busy('127.0.0.2');
    const newest = await kept('127.0.0.2');
    expect(await silentOne.closed).toBe('');
    expect(keptOne.socket.closed).toBe(false);
    await kept('127.0.0.3');
    expect(await keptOne.closed).toContain('answered');
    expect(newest.socket.closed).toBe(false);
  });

  it('keeps only so many without a request', async () => {
    await start({ atRest: 2 });
    const first = await silent();
    await kept();
    await kept();
    expect(await first.closed).toBe('');
  });

  it('closes a newcomer at once while all are at work, and takes one again when one is done', async () => {
    await start({ inAll: 2 });
    const [first] = [await busy(), await busy()];
    expect(await connect().closed).toBe('');
    answers[0]?.();
    await expect.poll(first.answer).toContain('answered');
    await kept();
  });

  it('holds one client to its share', async () => {
    await start({ inAll: 10, perClient: 2 });
    const other = await silent();
    const idle = await silent('127.0.0.2');
    await busy('127.0.0.2');
    await busy('127.0.0.2');
    expect(await idle.closed).toBe('');
    expect(await connect('127.0.0.2').closed).toBe('');
    await kept('127.0.0.1');
    expect(other.socket.closed).toBe(false);
  });

  it('holds a client behind a proxy to as many requests at once', async () => {
    await start({ inAll: 10, perClient: 2 }, ['127.0.0.0/8']);
    const ask = async (path: string, client: string) => {
      const { status, headers } = await fetch(`http://127.0.0.1:${port}${path}`, {
        headers: { 'x-forwarded-for': client },
      });
      return [status, headers.get('retry-after')];
    };
    const first = [ask('/slow', '192.0.2.1'), ask('/slow', '192.0.2.1')];
    await expect.poll(() => answers.length).toBe(2);
    expect(await ask('/', '192.0.2.1')).toEqual([429, '1']);
    expect(await ask('/', '192.0.2.2')).toEqual([200, null]);
    for (const answer of answers) answer();
    expect(await Promise.all(first)).toEqual([
      [200, null],
      [200, null],
    ]);
    await expect.poll(() => ask('/', '192.0.2.1')).toEqual([200, null]);
  });

  it('does not take a proxy for one client', async () => {
    await start({ inAll: 10, perClient: 1 }, ['127.0.0.0/8']);
    for (const n of [1, 2, 3]) {
      connect().socket.write(
        get('/slow').replace('host:', `x-forwarded-for: 192.0.2.${n}\r\nhost:`),
      );
      await expect.poll(() => answers.length).toBe(n);
    }
  });
});

describe('a client that does not read', () => {
  it('is cut after a while, but not one that is waited for, or reads slowly', async () => {
    // Long enough for the slow one to read something on a busy machine, too.
    await start({ stalledAfter: 3_000 });
    const waiting = await busy();
    const unread = connect();
    unread.socket.once('data', () => unread.socket.pause());
    unread.socket.write(get('/large'));
    // It is cut some seconds after this. What the slow one begins now takes more than fifteen. Neither goes on while
    // this process stands still.
    await expect.poll(unread.answer).toContain('200 OK');
    const slow = connect();
    let pause = 20;
    slow.socket.on('data', () => {
      if (pause === 0) return;
      slow.socket.pause();
      setTimeout(() => slow.socket.resume(), pause);
    });
    slow.socket.write(get('/large'));
    // All three are there now.
    await expect.poll(slow.answer).toContain('200 OK');
    await expect.poll(count).toBe(2);
    unread.socket.resume();
    expect((await unread.closed).length).toBeLessThan(50_000_000);
    // The slow one has outlived it, and reads what is left at once.
    expect(slow.answer().length).toBeLessThan(50_000_000);
    pause = 0;
    await expect.poll(() => slow.answer().length).toBeGreaterThan(50_000_000);
    answers[0]?.();
    await expect.poll(waiting.answer).toContain('answered');
  });
});

describe('a client that sends many requests ahead', () => {
  it('is cut; whoever shares its address is answered, on connections old and new', async () => {
    await start({ inAll: 10, perClient: 10, ahead: 4 });
    const polite = connect('127.0.0.2');
    polite.socket.write(get('/'));
    await expect.poll(polite.answer).toContain('answered');
    const greedy = connect('127.0.0.2');
    greedy.socket.write(get('/slow').repeat(50));
    expect(await greedy.closed).toBe('');
    expect(answers.length).toBeLessThanOrEqual(1);
    polite.socket.write(get('/length'));
    await expect.poll(polite.answer).toContain('404 Not Found');
    for (let turn = 0; turn < 5; turn++) await kept('127.0.0.2');
  });

  it('comes after all others for a while, and others behind a proxy do not', async () => {
    const late: string[] = [];
    const turns = { ...openTurns(), chargeCut: (client: string) => void late.push(client) };
    const limits = { ...usualLimits(), ahead: 4 };
    for (const proxies of [['127.0.0.2'], []]) {
      const server = new GracefulServer(() => {}, limits, proxies, turns);
      const greedy = openRaw(await listenAnywhere(server), '127.0.0.2');
      greedy.socket.write(get('/').repeat(50));
      await greedy.closed;
      await new Promise((resolve) => server.close(resolve));
      expect(late).toEqual(proxies.length > 0 ? [] : ['127.0.0.2']);
    }
  });

  it('has nothing done for one of them before those ahead of it are answered', async () => {
    await start({ ahead: 4 });
    const eager = connect();
    eager.socket.write(get('/slow').repeat(3));
    for (const begun of [1, 2, 3]) {
      await expect.poll(() => answers.length).toBe(begun);
      await kept();
      expect(answers).toHaveLength(begun);
      answers.at(-1)?.();
    }
    await expect.poll(() => eager.answer().split('answered').length - 1).toBe(3);
  });

  it('has nothing done for what it asks while it does not read what it asked before', async () => {
    await start({ inAll: 10, perClient: 10, stalledAfter: never });
    const unread = connect();
    unread.socket.once('data', () => unread.socket.pause());
    unread.socket.write(get('/large') + get('/slow'));
    await expect.poll(unread.answer).toContain('200 OK');
    for (let turn = 0; turn < 5; turn++) await kept();
    expect(answers).toEqual([]);
    unread.socket.resume();
    await expect.poll(() => answers.length).toBe(1);
  });

  it('has no more of them read than are in a piece', async () => {
    await start({ inAll: 10, ahead: 4 });
    let made = 0;
    app.server.on('request', () => {
      made += 1;
    });
    const greedy = connect('127.0.0.2');
    greedy.socket.write(get('/').repeat(2_000));
    await greedy.closed;
    expect(made).toBeGreaterThan(4);
    expect(made).toBeLessThan(100);
  });

  it('has no parser made for what is refused, nor for what says nothing', async () => {
    await start({ inAll: 10, perClient: 1 });
    await busy('127.0.0.2');
    const sockets: Socket[] = [];
    app.server.on('connection', (socket) => sockets.push(socket));
    await connect('127.0.0.2').closed;
    await silent('127.0.0.1');
    await kept('127.0.0.3');
    expect(sockets.map((socket) => socket.listenerCount('data'))).toEqual([0, 0, 1]);
  });

  it('is answered as long as they are few', async () => {
    await start({ ahead: 4 });
    const eager = connect();
    eager.socket.write(get('/').repeat(4));
    await expect.poll(() => eager.answer().split('answered').length - 1).toBe(4);
  });

  it('is answered in full and in order if what it sends is long', async () => {
    await start({ ahead: 4 });
    const eager = connect();
    const post = (body: string) =>
      `POST /length HTTP/1.1\r\nhost: x\r\ncontent-type: text/plain\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
    const longHead = `GET / HTTP/1.1\r\nhost: x\r\nx: ${'x'.repeat(5_000)}\r\n\r\n`;
    eager.socket.write(post('x'.repeat(300_000)) + longHead + get('/large') + post('x'));
    await expect.poll(() => eager.answer().length).toBeGreaterThan(50_000_000);
    await expect.poll(() => eager.answer().slice(-10)).toContain('\r\n\r\n1');
    const answer = eager.answer();
    expect(answer.indexOf('300000')).toBeGreaterThan(0);
    expect(answer.indexOf('answered')).toBeGreaterThan(answer.indexOf('300000'));
    expect(answer.split('HTTP/1.1 200').length - 1).toBe(4);
  });
});

it('one IPv6 network of 48 bits, which is 65,536 clients, has half of the connections at most', () => {
  const limits = { ...usualLimits(), inAll: 64, perClient: 8, atRest: 64 };
  const server = createServer();
  const turns = openTurns({ now: () => 0, nextTurn: () => {}, after: () => {} });
  const { closeAll } = boundConnections(server, limits, [], turns);
  onTestFinished(closeAll);
  const from = (address: string) => {
    const socket = new Socket();
    Object.defineProperty(socket, 'remoteAddress', { value: address });
    server.emit('connection', socket);
    return socket;
  };
  const flood = Array.from({ length: 200 }, (_, line) =>
    from(`2001:db8:1:${line.toString(16)}00::1`),
  );
  const others = Array.from({ length: 32 }, (_, n) => from(`198.51.100.${n}`));
  const alive = (sockets: readonly Socket[]) => sockets.filter((one) => !one.destroyed).length;
  expect([alive(flood), alive(others)]).toEqual([32, 32]);
});

it('a connection that is reset while it waits for its turn ends alone', async () => {
  // A newcomer waits for the next turn, and there is none.
  const turns = openTurns({ now: () => 0, nextTurn: () => {}, after: () => {} });
  const limits = { ...usualLimits(), inAll: 4, perClient: 4, atRest: 4 };
  const server = createServer();
  boundConnections(server, limits, [], turns);
  const errors: unknown[] = [];
  const accepted = new Promise<Socket>((resolve) => server.once('connection', resolve));
  const { socket } = openRaw(await listenAnywhere(server));
  const there = await accepted;
  const closed = new Promise((resolve) => there.once('close', resolve));
  expect(there.listenerCount('error')).toBe(1);
  there.once('error', (error) => errors.push(error));
  socket.resetAndDestroy();
  await closed;
  expect(errors).toEqual([expect.objectContaining({ code: 'ECONNRESET' })]);
  server.close();
});
