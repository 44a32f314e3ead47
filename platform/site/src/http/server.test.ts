import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { openLog } from '@tallystick/guard/log/log';
import { logRequests } from '@tallystick/guard/log/log-requests';
import type { FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSiteServer } from './server.ts';

let server: FastifyInstance;
let port: number;
let lines: string[];
beforeEach(async () => {
  lines = [];
  const stream = { write: (line: string) => lines.push(line) };
  const log = openLog({ service: 'site', level: 'info', stream });
  server = openSiteServer(log, false, {
    limits: { requestTimeout: 500, idleGrace: 0 },
  });
  logRequests(server);
  server.get('/broken', () => {
    throw new Error('a secret of the inside');
  });
  server.post('/body', (request) => ({ got: typeof request.body }));
  port = Number(new URL(await server.listen({ host: '127.0.0.1', port: 0 })).port);
});
afterEach(() => server.close());

/** Sends bytes, and no more; answers all that comes back until the server ends the connection. */
async function send(bytes: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  socket.write(bytes);
  return await text(socket).catch(() => '');
}

describe('the server', () => {
  it('refuses headers that are too large', async () => {
    const answer = await send(`GET / HTTP/1.1\r\nhost: x\r\nx: ${'x'.repeat(17_000)}\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 431 /);
    expect(answer).toContain('{"code":"invalid","error":"The headers are too large."}');
  });

  it('refuses what is no HTTP', async () => {
    expect(await send('nonsense\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 /);
  });

  it('refuses a body that is too large', async () => {
    const payload = JSON.stringify('x'.repeat(20_000));
    const headers = { 'content-type': 'application/json' };
    const answer = await server.inject({ method: 'POST', url: '/body', headers, payload });
    expect(answer.statusCode).toBe(413);
    expect(answer.json()).toEqual({ code: 'oversize', error: 'This request cannot be answered.' });
  });

  it.each([
    [
      '/user/%E0%A4%A',
      400,
      'There is nothing at this address',
      { code: 'invalid', error: 'This request cannot be answered.' },
    ],
    [
      '/broken',
      500,
      'The site cannot be shown now',
      { code: 'unavailable', error: 'The site is unavailable right now.' },
    ],
  ])('has words for who opens %s in a browser', async (url, status, title, error) => {
    const accept = 'text/html,application/xhtml+xml,*/*;q=0.8';
    const page = await server.inject({ method: 'GET', url, headers: { accept } });
    expect(page.statusCode).toBe(status);
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(page.headers['content-security-policy']).toContain("default-src 'none'");
    expect(page.body).toContain(`<h1>${title}</h1>`);
    const answer = await server.inject({ method: 'GET', url });
    expect(answer.statusCode).toBe(status);
    expect(answer.json()).toEqual(error);
  });

  it.each([
    ['headers', 'GET / HTTP/1.1\r\nhost: x\r\nx: '],
    [
      'a body',
      'POST /body HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n"',
    ],
  ])('does not wait for ever for %s', async (_what, bytes) => {
    expect(await send(bytes)).toMatch(/^HTTP\/1\.1 408 /);
  });

  it('says nothing of its inside when it fails, and logs it', async () => {
    const answer = await server.inject({ method: 'GET', url: '/broken' });
    expect(answer.statusCode).toBe(500);
    expect(answer.json()).toEqual({
      code: 'unavailable',
      error: 'The site is unavailable right now.',
    });
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(lines.map((line) => JSON.parse(line))).toContainEqual({
      level: 'error',
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      service: 'site',
      request: answer.headers['x-request-id'],
      method: 'GET',
      route: '/broken',
      status: 500,
      trace: expect.stringMatching(/^[\da-f]{32}$/),
      milliseconds: expect.any(Number),
      err: {
        type: 'Error',
        message: 'a secret of the inside',
        stack: expect.stringContaining('server.test.ts'),
      },
      msg: 'failed',
    });
  });
});
