import { EventEmitter, once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import {
  createServer,
  type IncomingHttpHeaders,
  type RequestListener,
  request,
  type Server,
} from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import { text } from 'node:stream/consumers';
import { openSignedBy } from '@tallystick/contract/open-signed';
import { readRelease } from '@tallystick/contract/read-release';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inlinedJson } from '../inlined.ts';
import { bundleContainer } from './bundle-container.ts';
import { type OpenProxy, openProxy } from './proxy.ts';
import {
  declaration,
  endAll,
  listening,
  manifest,
  registry,
  release,
  sitePage,
} from './stub-site.testing.ts';
import { workingCopy } from './working-copy.ts';

const build = '0.0.0-dev-0123456789ab';
/** What the site was asked. */
const asked: { url: string; headers: IncomingHttpHeaders }[] = [];
const servers: Server[] = [];
/** Tells the site to end its feed. */
const ended = new EventEmitter();
let site = '';
let developmentUrl = '';
let development: Server;
let proxy: OpenProxy;
let port = 0;
let folder = '';

async function serve(answer: RequestListener, server = createServer()): Promise<string> {
  server.on('request', answer);
  // On a machine that stands still for seconds a connection would end just as the proxy uses it again.
  server.keepAliveTimeout = 0;
  servers.push(server);
  return `http://localhost:${await listening(server)}`;
}

/** A request as a browser makes it, without a cookie unless it is given one; each has a connection of its own. */
async function ask(path: string, headers: IncomingHttpHeaders = {}, method = 'GET') {
  const sent = request({ host: 'localhost', port, path, method, headers, agent: false });
  const answer = once(sent, 'response');
  sent.end();
  const [response] = await answer;
  return {
    status: response.statusCode,
    headers: response.headers,
    body: await text(response),
  };
}

/** A page that wants to be told of changes. */
function upgrade() {
  const headers = { connection: 'upgrade', upgrade: 'websocket' };
  const sent = request({ host: 'localhost', port, path: '/@dev/changes', headers, agent: false });
  sent.on('error', () => {});
  return sent.end();
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tallystick-dev-'));
  await writeFile(join(folder, 'remote.json'), JSON.stringify(declaration));
  site = await serve((from, answer) => {
    asked.push({ url: from.url ?? '', headers: from.headers });
    answer.setHeader('set-cookie', 'session=secret; Path=/; Secure; HttpOnly; SameSite=Lax');
    answer.setHeader('strict-transport-security', 'max-age=1');
    answer.setHeader('x-frame-options', 'DENY');
    answer.setHeader('server-timing', 'page;desc="ticket"');
    answer.setHeader('content-security-policy', "script-src 'self'; report-uri /reports");
    if (from.url === '/feed') {
      answer.write('one event');
      return void ended.once('feed', () => answer.destroy());
    }
    if (from.url === '/to-a-longer-name') {
      return void answer.writeHead(302, { location: `${site}.test/` }).end();
    }
    if (from.url?.startsWith('/of-service/profile')) {
      const body = JSON.stringify({ error: 'Sign in.', more: `${site}/of-service/more` });
      return void answer
        .writeHead(401, {
          'content-type': 'application/json; charset=utf-8',
          'content-length': body.length,
          etag: '"1"',
          'retry-after': '3',
          'set-cookie': 'service=known; Path=/of-service',
        })
        .end(body);
    }
    const isPage = from.headers.accept === 'text/html';
    answer.setHeader('content-type', isPage ? 'text/html' : 'text/plain');
    answer.end(isPage ? sitePage('http://api.test') : 'as it is');
  });
  development = createServer();
  developmentUrl = await serve((from, answer) => {
    answer.end(from.url === '/mf-manifest.json' ? JSON.stringify(manifest) : from.url);
  }, development);
  const shown = workingCopy({
    ...{ folder, app: 'notes', build },
    manifest: `${developmentUrl}/mf-manifest.json`,
    bundledContainer: bundleContainer,
    isAskedItself: false,
  });
  const services = [{ place: 'api.url', url: `${site}/of-service` }];
  proxy = await openProxy({ shown, site, services }, 0);
  port = Number(new URL(proxy.url).port);
});
afterAll(async () => {
  proxy.close();
  endAll(servers);
  await rm(folder, { recursive: true, force: true });
});

describe('a page of the proxy', () => {
  it('has the working copy, and the others as the registry has signed them', async () => {
    const { body, headers } = await ask('/notes', { accept: 'text/html' });
    const { releaseKeys, keeper, api } = JSON.parse(inlinedJson(body, 'site-configuration') ?? '');
    const page = inlinedJson(body, 'release') ?? '';
    const { remotes, preview } = await readRelease(page, openSignedBy(releaseKeys));
    expect(remotes.map((remote) => `${remote.name}@${remote.build}`)).toEqual([
      'ledger@1.0.0-bbbbbbbbbbbb',
      `notes@${build}`,
    ]);
    expect(preview).toEqual({ builds: { notes: build }, leave: site });
    expect(JSON.parse(page).revision).toEqual(release.revision);
    expect({ keeper, api }).toEqual({
      api: { url: `http://localhost:${port}/@dev/services/0` },
    });
    expect(body).toContain('<strong>notes is your working copy.</strong>');
    // Nothing of the released build: it would be shown, and look like it, until the working copy is there.
    expect(body).not.toContain('/1.0.0-cccccccccccc/');
    expect(body).not.toContain('As released');
    expect(headers).toMatchObject({
      'content-security-policy': "script-src 'self'",
      'x-frame-options': 'DENY',
    });
    const kept = ['set-cookie', 'server-timing', 'strict-transport-security'];
    expect(kept.filter((name) => name in headers)).toEqual([]);
  });

  it('has other settings where somebody says so, and the site’s beside them', async () => {
    const shown = workingCopy({
      ...{ folder, app: 'notes', build },
      manifest: `${developmentUrl}/mf-manifest.json`,
      bundledContainer: bundleContainer,
      isAskedItself: false,
    });
    const other = await openProxy({ shown, values: { size: 50 }, site, services: [] }, 0);
    const answer = await fetch(`${other.url}/notes`, { headers: { accept: 'text/html' } });
    const body = await answer.text();
    other.close();
    const { releaseKeys } = JSON.parse(inlinedJson(body, 'site-configuration') ?? '');
    const page = inlinedJson(body, 'release') ?? '';
    const { remotes } = await readRelease(page, openSignedBy(releaseKeys));
    expect(remotes.map(({ name, values }) => [name, values])).toEqual([
      ['ledger', { tone: 'bold' }],
      ['notes', { size: 50, tone: 'calm' }],
    ]);
  });

  it('is believed by no page of the site', async () => {
    const { body } = await ask('/notes', { accept: 'text/html' });
    const page = inlinedJson(body, 'release') ?? '';
    await expect(readRelease(page, openSignedBy([registry.publicKey]))).rejects.toThrow(
      'It is not signed by the registry.',
    );
  });

  it('loads a container whose hash is signed, and the rest from the development server', async () => {
    const { body } = await ask('/notes', { accept: 'text/html' });
    const [{ text: signed }] = JSON.parse(inlinedJson(body, 'builds') ?? '');
    const { files } = JSON.parse(signed).artifact;
    expect(Object.keys(files)).toEqual(['working-copy.js']);
    const base = `/artifacts/notes/${build}/`;
    const container = await ask(`${base}working-copy.js`);
    const bytes = new TextEncoder().encode(container.body);
    const hash = Buffer.from(await crypto.subtle.digest('SHA-384', bytes)).toString('base64');
    expect(files['working-copy.js']).toBe(`sha384-${hash}`);
    expect((await ask(`${base}src_page.js`)).body).toBe('/src_page.js');
    expect((await ask(`${base}http://elsewhere.test/x.js`)).body).toBe(
      '/http://elsewhere.test/x.js',
    );
  });
});

describe('the proxy', () => {
  it('says in place of a page, a file or an answer of a service that the site is away', async () => {
    const away = 'http://localhost:1';
    const shown = workingCopy({
      ...{ folder, app: 'notes', build, manifest: `${developmentUrl}/mf-manifest.json` },
      ...{ bundledContainer: bundleContainer, isAskedItself: false },
    });
    const services = [{ place: 'api.url', url: `${away}/of-service` }];
    const other = await openProxy({ shown, site: away, services }, 0);
    const said = ['/notes', '/main.js', '/@dev/services/0/rows'].map(async (path) => {
      const accept = path === '/notes' ? 'text/html' : '*/*';
      const answer = await fetch(other.url + path, { headers: { accept } });
      return [answer.status, await answer.text()];
    });
    // Where the name has several addresses, Node says the code alone.
    const line = expect.stringMatching(
      /^http:\/\/localhost:1 does not answer now \(.*ECONNREFUSED.*\): load this again once it does\.\n$/,
    );
    expect(await Promise.all(said)).toEqual([
      [502, line],
      [502, line],
      [502, line],
    ]);
    other.close();
  });

  it('keeps the site’s cookies to itself, and sends them back to the site alone', async () => {
    const { headers } = await ask('/anything', { cookie: 'other=of-this-machine' });
    expect(headers['set-cookie']).toBeUndefined();
    await ask('/again');
    expect(asked.at(-1)?.headers.cookie).toBe('session=secret');
  });

  it('speaks to the site and to a service of it as a page of the site', async () => {
    const here = `http://localhost:${port}`;
    const { body } = await ask('/@dev/services/0/calls?x=1', {
      origin: here,
      referer: `${here}/notes`,
    });
    expect(body).toBe('as it is');
    expect(asked.at(-1)).toMatchObject({
      url: '/of-service/calls?x=1',
      headers: { origin: site, referer: `${site}/notes`, host: site.slice('http://'.length) },
    });
  });

  it('passes on what a service refuses, with its headers, and keeps the cookies', async () => {
    const { status, headers, body } = await ask('/@dev/services/0/profile');
    expect(status).toBe(401);
    expect(headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      etag: '"1"',
      'retry-after': '3',
    });
    expect(headers).not.toHaveProperty('set-cookie');
    const more = `http://localhost:${port}/@dev/services/0/more`;
    expect(JSON.parse(body)).toEqual({ error: 'Sign in.', more });
    await ask('/@dev/services/0/again');
    expect(asked.at(-1)?.headers.cookie).toContain('service=known');
  });

  it.each(['reports', 'tickets', 'policy-reports'])('tells the site no %s', async (name) => {
    const before = asked.length;
    const { status } = await ask(`/releases/${name}`, {}, 'POST');
    expect(status).toBe(204);
    expect(asked).toHaveLength(before);
  });

  it.each([
    ['another site', { origin: 'https://evil.test' }],
    ['a page of another server here', { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'cors' }],
    ['another name for this machine', { host: 'evil.test' }],
  ])('answers nothing to %s', async (_who, headers) => {
    const before = asked.length;
    expect((await ask('/releases/current.json', headers)).status).toBe(403);
    expect(asked).toHaveLength(before);
  });

  it('gives no service worker', async () => {
    expect((await ask('/keeper.js', { 'service-worker': 'script' })).status).toBe(404);
  });

  it('breaks off an answer that the site breaks off, so that a page asks again', async () => {
    const sent = request({ host: 'localhost', port, path: '/feed', agent: false }).end();
    const [response] = await once(sent, 'response');
    expect(String((await once(response, 'data'))[0])).toBe('one event');
    ended.emit('feed');
    await expect(text(response)).rejects.toThrow('aborted');
  });

  it('outlives a page that is closed while it asks for changes', async () => {
    const sent = upgrade();
    const [, far] = await once(development, 'upgrade');
    const closed = once(far.resume(), 'end');
    sent.socket?.resetAndDestroy();
    await closed;
    far.destroy();
    expect((await ask('/again')).status).toBe(200);
  });

  it('closes the socket of a page to which the development server tells no changes', async () => {
    const sent = upgrade();
    development.once('upgrade', (_asked, far: Duplex) => far.end('HTTP/1.1 404 Not Found\r\n\r\n'));
    await expect(once(sent, 'response')).rejects.toThrow('socket hang up');
  });

  it('takes no address that only begins as the site’s for one of it', async () => {
    const { headers } = await ask('/to-a-longer-name');
    expect(headers.location).toBe(`${site}.test/`);
  });

  it('takes no other host for a service', async () => {
    await ask('/@dev/services/0.evil.test/x');
    expect(asked.at(-1)?.url).toBe('/@dev/services/0.evil.test/x');
  });
});
