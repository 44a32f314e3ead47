import { readdir, readFile } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { writeBuild } from '@tallystick/registry/build.testing';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { manager, openTestAdmin, type TestAdmin } from './admin.testing.ts';

let admin: TestAdmin;
let port = 0;
let token = '';
beforeAll(async () => {
  admin = await openTestAdmin();
  token = (await admin.token(manager)).secret;
  port = Number(new URL(await admin.server.listen({ host: '127.0.0.1', port: 0 })).port);
});
afterAll(() => admin.close());

const build = '1.0.0-aaaaaaaaaaaa';
const octets = 'application/octet-stream';

interface Answer {
  status: number;
  body: unknown;
}

/** Over a socket, with the path just as it is: `fetch` would tidy it. */
function send(
  method: string,
  path: string,
  body: Uint8Array | null,
  headers: Record<string, string> = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const options = {
      host: '127.0.0.1',
      port,
      method,
      path,
      agent: false,
      headers: { authorization: `Bearer ${token}`, ...headers },
    };
    const asked = request(options, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (part) => {
        text += part;
      });
      response.on('end', () => {
        resolve({
          status: response.statusCode ?? 0,
          body: text === '' ? null : JSON.parse(text),
        });
      });
    });
    asked.on('error', reject);
    asked.end(body ?? undefined);
  });
}

describe('a body of a call', () => {
  const json = { 'content-type': 'application/json' };
  const post = (path: string, text: string) => send('POST', path, Buffer.from(text), json);

  it.each([
    ['/v1/channels/production/can-ship', `{"unpublished":[${'0,'.repeat(41_000)}0]}`],
    ['/v1/channels/production/can-ship', `{"unpublished":${'['.repeat(1_000)}`],
    ['/v1/channels/production/can-ship', JSON.stringify({ builds: 'x'.repeat(2_097_152) })],
    ['/v1/channels/production/preview', `{"kind":${'['.repeat(1_000)}`],
    ['/v1/exchange', `{"idToken":[${'0,'.repeat(5_000)}0]}`],
    ['/v1/gc', `[${'0,'.repeat(5_000)}0]`],
  ])('is not parsed beyond what %s takes', async (path, text) => {
    const parse = vi.spyOn(JSON, 'parse');
    const refused = await post(path, text);
    const parsed = parse.mock.calls.filter(([one]) => one === text);
    parse.mockRestore();
    expect(refused).toMatchObject({ status: 413, body: { code: 'oversize' } });
    expect(parsed).toEqual([]);
  });

  it('is told of one thing that is wrong in it, the first', async () => {
    const refused = await post('/v1/gc', '{"dryRun": 1, "more": 2}');
    const body = { code: 'invalid', error: 'dryRun must be true or false.' };
    expect(refused).toMatchObject({ status: 400, body });
  });

  it('is JSON without keys that stand for the prototype of all objects', async () => {
    expect(await post('/v1/gc', '{"dryRun": true, "__proto__": {"a": 1}}')).toMatchObject({
      status: 400,
    });
  });
});

const put = (path: string, body: Uint8Array, headers: Record<string, string> = {}) =>
  send('PUT', path, body, { 'content-type': octets, ...headers });
const file = (app: string, path: string) => `/v1/artifacts/${app}/${build}/files/${path}`;
const bytes = (text: string) => new TextEncoder().encode(text);

describe('an upload', () => {
  it('makes an artifact of the files it was said to have, once', async () => {
    const folder = join(admin.folder, 'mfe-up');
    const files = {
      'remote-entry.js': 'entry',
      'routes.js': 'routes',
      'routes.css': '',
      'later.js': '\u0000\ufffd binary',
    };
    await writeBuild(folder, files, { app: 'mfe-up', build });
    for (const path of await readdir(folder)) {
      const answer = await put(file('mfe-up', path), await readFile(join(folder, path)));
      expect(answer).toEqual({ status: 204, body: null });
    }
    const artifact = JSON.parse(await readFile(join(folder, 'artifact.json'), 'utf8'));
    const whole = `/v1/artifacts/mfe-up/${build}`;
    expect(await send('POST', whole, null)).toEqual({
      status: 201,
      body: { artifact, published: true },
    });
    expect(await send('POST', whole, null)).toMatchObject({
      status: 200,
      body: { published: false },
    });
    expect(await send('GET', `/v1/builds/mfe-up/${build}`, null)).toMatchObject({
      status: 200,
      body: { app: 'mfe-up', publishedBy: 'maria', artifact, sizes: { 'routes.css': 0 } },
    });
    const kept = `/v1/builds/mfe-up/${build}/files`;
    const read = await admin.server.inject({
      url: `${kept}/later.js`,
      headers: { authorization: `Bearer ${token}` },
    });
    expect(read.headers['content-type']).toBe(octets);
    expect(read.rawPayload).toEqual(Buffer.from('\u0000\ufffd binary'));
    for (const path of ['none.js', 'artifact.json', '..%2f..%2fx.js']) {
      expect((await send('GET', `${kept}/${path}`, null)).status).toBeGreaterThanOrEqual(400);
    }
    expect(await send('GET', '/v1/builds?app=mfe-up', null)).toMatchObject({
      body: [{ app: 'mfe-up', build }],
    });
  });

  it('is nothing that can be seen before it is whole', async () => {
    await put(file('mfe-half', 'routes.js'), bytes('routes'));
    expect(await send('GET', `/v1/builds/mfe-half/${build}`, null)).toMatchObject({ status: 404 });
    expect(await send('POST', `/v1/artifacts/mfe-half/${build}`, null)).toMatchObject({
      status: 422,
      body: { code: 'unfit' },
    });
  });

  it.each([
    '../../../../escaped.js',
    '..%2f..%2fescaped.js',
    '%2e%2e/%2e%2e/escaped.js',
    'a/../../escaped.js',
    'a/./b.js',
    '.hidden',
    'a/.hidden/b.js',
    '%2fetc/passwd',
    '/etc/passwd',
    'a//b.js',
    'a/',
    'a%5c..%5cb.js',
    'a%00.js',
    'a%0ab.js',
    'C:%5Cb.js',
    'a%20b.js',
    '%ff',
    `${'a'.repeat(301)}`,
    '',
  ])('to the path %s is refused', async (path) => {
    const { status } = await put(file('mfe-path', path), bytes('x'));
    expect([400, 404]).toContain(status);
    const kept = await readdir(admin.folder, { recursive: true });
    expect(kept.filter((one) => /escaped|mfe-path|passwd/.test(one))).toEqual([]);
  });

  it.each(['Shell', '..', 'mfe-x%2f..', 'x'.repeat(64)])(
    'for the app %s is refused',
    async (app) => {
      const { status } = await put(file(app, 'a.js'), bytes('x'));
      expect([400, 404]).toContain(status);
    },
  );

  it('of more than 20 MB is refused, by what it says and by what it sends', async () => {
    const limit = 20 * 1024 * 1024;
    const said = await put(file('mfe-large', 'a.js'), new Uint8Array(limit + 1));
    expect(said).toMatchObject({ status: 413, body: { code: 'oversize' } });
    const sent = await put(file('mfe-large', 'a.js'), new Uint8Array(limit + 1), {
      'transfer-encoding': 'chunked',
    });
    expect(sent).toMatchObject({ status: 413 });
    expect(await put(file('mfe-large', 'a.js'), new Uint8Array(limit))).toMatchObject({
      status: 204,
    });
  });

  it('must be bytes', async () => {
    const headers = { 'content-type': 'application/json' };
    expect(await put(file('mfe-type', 'a.json'), bytes('{}'), headers)).toMatchObject({
      status: 400,
      body: { code: 'invalid' },
    });
    expect(await send('PUT', file('mfe-type', 'a.json'), null)).toMatchObject({ status: 400 });
  });

  it('is refused before it is read from who may not at all', async () => {
    const body = new Uint8Array(1_000);
    expect(await put(file('mfe-note', 'a.js'), body, { authorization: '' })).toMatchObject({
      status: 401,
    });
    const { secret } = await admin.token({ kind: 'publisher', app: 'mfe-own' });
    const headers = { authorization: `Bearer ${secret}` };
    expect(await put(file('mfe-note', 'a.js'), body, headers)).toMatchObject({ status: 403 });
    expect(await send('POST', `/v1/artifacts/mfe-note/${build}`, null, headers)).toMatchObject({
      status: 403,
    });
    expect(await put(file('mfe-own', 'a.js'), body, headers)).toMatchObject({ status: 204 });
  });
});
