import type { FastifyInstance } from 'fastify';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { openServer } from '../open-server.ts';
import { refuseFor } from '../refuse.ts';
import { type Log, openLog } from './log.ts';
import { logRequests, tellCause } from './log-requests.ts';

let lines: Record<string, unknown>[];
let server: FastifyInstance;
let log: Log;
beforeEach(() => {
  lines = [];
  const stream = { write: (line: string) => lines.push(JSON.parse(line)) };
  log = openLog({ service: 'test', level: 'info', stream });
  server = openServer(
    {},
    {
      headers: { secure: true, referrer: 'no-referrer' },
      trustProxy: ['10.0.0.4'],
      log,
    },
  );
  onTestFinished(() => server.close());
  logRequests(server, ['/files/']);
});
const ask = (url: string, more: object = {}) => server.inject({ url, ...more });

it('says of an answer its route and status, by the id that the answer tells', async () => {
  server.get('/things/:id', async () => 'fine');
  const answer = await ask('/things/ann@example.org?code=123456', {
    headers: { cookie: 'session=abc', authorization: 'Bearer secret' },
  });
  expect(lines).toEqual([
    {
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      level: 'info',
      service: 'test',
      request: answer.headers['x-request-id'],
      method: 'GET',
      route: '/things/:id',
      status: 200,
      trace: expect.stringMatching(/^[\da-f]{32}$/),
      milliseconds: expect.any(Number),
      msg: 'answered',
    },
  ]);
});

it('says why an answer refuses, and which error it hides', async () => {
  server.get('/refused', async (_request, reply) => {
    tellCause(reply, { reason: 'too-late' });
    return reply.code(409).send('');
  });
  server.get('/failed', async (_request, reply) => {
    const error = Object.assign(new RangeError('gone'), { code: 'E1', detail: 'ann@example.org' });
    tellCause(reply, { err: error });
    return reply.code(503).send('');
  });
  await ask('/refused');
  await ask('/failed');
  expect(lines).toMatchObject([
    { level: 'info', status: 409, reason: 'too-late', msg: 'refused' },
    {
      level: 'error',
      status: 503,
      err: { type: 'RangeError', message: 'gone', code: 'E1' },
      msg: 'failed',
    },
  ]);
  expect(JSON.stringify(lines)).not.toContain('ann@');
});

it('has no line for files and for those who ask whether it lives, unless they fail', async () => {
  server.get('/health', async () => 'fine');
  server.get('/files/*', async (_request, reply) => reply.code(500).send(''));
  server.get('/files/there', async () => 'fine');
  await ask('/health');
  await ask('/files/there');
  expect(lines).toEqual([]);
  await ask('/files/broken');
  expect(lines).toMatchObject([{ route: '/files/*', status: 500, level: 'error' }]);
});

it('counts what limits refuse, in one line', async () => {
  server.get('/', async (_request, reply) => refuseFor(reply, 429, 1, 'Later.'));
  for (let n = 0; n < 3; n += 1) await ask('/');
  expect(lines).toEqual([]);
  await server.close();
  expect(lines).toMatchObject([
    { level: 'warn', msg: '3 requests refused or left in the last minute (GET / 429: 3)' },
  ]);
});

it('takes over ids of a proxy of ours alone', async () => {
  server.get('/', async ({ id }) => id);
  const headers = { 'x-request-id': 'proxy-12345678' };
  expect((await ask('/', { headers, remoteAddress: '10.0.0.4' })).body).toBe('proxy-12345678');
  expect((await ask('/', { headers, remoteAddress: '10.0.0.5' })).body).not.toContain('proxy');
  const unsafe = { 'x-request-id': '<script>"' };
  expect((await ask('/', { headers: unsafe, remoteAddress: '10.0.0.4' })).body).not.toContain('<');
});

it('takes out of a line what somebody passes that is not for a log', () => {
  log.warn({ headers: { cookie: 'a=b' }, token: 'secret', url: '/?q=ann', behind: 7 }, 'late');
  expect(lines).toEqual([
    { time: expect.any(String), level: 'warn', service: 'test', behind: 7, msg: 'late' },
  ]);
});
