import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestAdmin, type TestAdmin } from './admin.testing.ts';

let folder = '';
let admin: TestAdmin;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tallystick-console-'));
  admin = await openTestAdmin({ consoleFolder: join(folder, 'dist') });
});
afterAll(async () => {
  await admin.close();
  await rm(folder, { recursive: true });
});

const get = (url: string) => admin.server.inject({ method: 'GET', url });

it('says so until it is built, and is there without a restart', async () => {
  const early = await get('/');
  expect(early.statusCode).toBe(503);
  expect(early.body).toBe('The console is not built yet.');
  await mkdir(join(folder, 'dist'));
  await writeFile(join(folder, 'dist', 'index.html'), '<title>Console</title>');
  await writeFile(join(folder, 'dist', 'main.0123456789ab.js'), 'main()');
  await writeFile(join(folder, 'dist', 'first.js'), 'first()');
  await writeFile(join(folder, 'dist', '.secret'), 'secret');
  await writeFile(join(folder, 'outside.txt'), 'outside');
  expect((await get('/')).body).toBe('<title>Console</title>');
  expect((await get('/history?app=shell')).body).toBe('<title>Console</title>');
});

it('may load its own files, send forms to the sites, and stand in no frame', async () => {
  const { headers } = await get('/apps/mfe-ledger');
  expect(headers['content-security-policy']).toBe(
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; " +
      "img-src 'self' data:; form-action http://site.test:4000 http://staging.test:4001; frame-ancestors 'none'; " +
      "base-uri 'none'",
  );
  expect(headers['cache-control']).toBe('no-cache');
  expect(headers['content-type']).toContain('text/html');
});

it('has files that stay for ever by the hash in their name, and others that do not', async () => {
  const hashed = await get('/main.0123456789ab.js');
  expect(hashed.body).toBe('main()');
  expect(hashed.headers['cache-control']).toBe('public, max-age=31536000, immutable');
  expect((await get('/first.js')).headers['cache-control']).toBe('no-cache');
});

it.each(['/gone.js', '/v1/gone', '/v1', '/.secret', '/../outside.txt', '/%2e%2e/outside.txt'])(
  'has nothing at %s',
  async (url) => {
    const answer = await get(url);
    expect(answer.body).not.toMatch(/Console|secret|outside/);
    expect(answer.statusCode).toBeGreaterThanOrEqual(400);
    expect(answer.statusCode).toBeLessThan(500);
  },
);

it.each([
  ['/', 200],
  ['/history', 200],
  ['/first.js', 200],
  ['/none.js', 404],
  ['/health', 200],
  ['/v1/channels', 401],
  ['/v1/events', 401],
  ['/v1/none', 404],
])('%s has the usual headers', async (url, status) => {
  const { statusCode, headers } = await get(url);
  expect(statusCode).toBe(status);
  expect(headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': expect.stringContaining('camera=()'),
    'content-security-policy': expect.stringMatching(/default-src 'none'.*frame-ancestors 'none'/),
  });
  expect(headers['content-security-policy']).not.toContain('unsafe');
});
