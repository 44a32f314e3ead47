import { once } from 'node:events';
import { createServer, request, type Server } from 'node:http';
import { networkInterfaces } from 'node:os';
import { sendRaw } from '@tallystick/guard/raw-request.testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { gate } from './gate.ts';

const site = 'http://localhost:4000';
/** An address of this machine that is not its loopback. */
const outside = Object.values(networkInterfaces())
  .flatMap((addresses) => addresses ?? [])
  .find(({ family, internal }) => family === 'IPv4' && !internal)?.address;

describe.each([
  ['the site alone', false],
  ['sites of this machine', true],
])('the identity emulator, which serves %s,', (_whom, local) => {
  let server: Server;
  let port: number;
  beforeAll(async () => {
    server = createServer(gate((_request, response) => response.end('signed in'), [site], local));
    await new Promise<void>((resolve) => server.listen(0, '0.0.0.0', resolve));
    const address = server.address();
    port = typeof address === 'object' ? (address?.port ?? 0) : 0;
  });
  afterAll(() => server.close());
  const ask = (headers: string, method = 'POST') =>
    sendRaw(port, `${method} / HTTP/1.1\r\n${headers}\r\nconnection: close\r\n\r\n`);

  it.each([
    ['the site', `host: 127.0.0.1:4200\r\norigin: ${site}\r\nsec-fetch-site: cross-site`],
    ['a program', 'host: localhost:4200'],
  ])('answers %s', async (_who, headers) => {
    expect(await ask(headers)).toMatch(/^HTTP\/1\.1 200 [\s\S]*signed in/);
  });

  it.each([
    ['a page elsewhere', 'host: 127.0.0.1:4200\r\norigin: https://evil.example'],
    ['a page without an origin', 'host: 127.0.0.1:4200\r\norigin: null'],
    ['a name that leads here', `host: evil.example:4200\r\norigin: ${site}`],
    ['a name that leads here, from its own page', 'host: evil.example:4200'],
    ['a page elsewhere, as an image', 'host: 127.0.0.1:4200\r\nsec-fetch-site: cross-site'],
  ])('refuses %s', async (_who, headers) => {
    for (const method of ['GET', 'POST', 'OPTIONS']) {
      const answer = await ask(headers, method);
      expect(answer).toMatch(/^HTTP\/1\.1 403 /);
      expect(answer.toLowerCase()).not.toContain('access-control');
    }
  });

  it.runIf(outside)('refuses whoever is not on this machine, whatever name they say', async () => {
    const asked = request({ host: outside, port, headers: { host: 'localhost:4200' } });
    const [answer] = await once(asked.end(), 'response');
    answer.resume();
    expect(answer.statusCode).toBe(403);
  });

  it(local ? 'answers another site of this machine' : 'refuses one of this machine', async () => {
    const answer = await ask('host: 127.0.0.1:4200\r\norigin: http://localhost:8080');
    expect(answer).toMatch(local ? /^HTTP\/1\.1 200 / : /^HTTP\/1\.1 403 /);
  });
});
