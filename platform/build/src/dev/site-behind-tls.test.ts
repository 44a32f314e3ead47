import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { forward } from './forward.ts';
import {
  declaration,
  endAll,
  freePort,
  listening,
  manifest,
  sitePage,
} from './stub-site.testing.ts';

// A site and a service of it behind a proxy with TLS, by an authority that is nobody's but this test's.

const hasOpenssl = spawnSync('openssl', ['version']).status === 0;
const cli = fileURLToPath(new URL('../cli.ts', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'tallystick-tls-'));
const authority = join(folder, 'authority.crt');
const servers: Server[] = [];
/** What the site was asked, behind its proxy. */
const asked: IncomingMessage[] = [];
let site = '';
let manifestUrl = '';

/** An authority, and a certificate for `localhost` that it has signed. */
function certify() {
  const run = (...words: string[]) =>
    execFileSync('openssl', words, { cwd: folder, stdio: 'ignore' });
  const ec = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];
  run(
    'req',
    '-x509',
    ...ec,
    '-days',
    '2',
    '-subj',
    '/CN=Ours',
    '-keyout',
    'ca.key',
    '-out',
    authority,
  );
  run('req', ...ec, '-subj', '/CN=localhost', '-keyout', 'site.key', '-out', 'site.csr');
  writeFileSync(join(folder, 'names'), 'subjectAltName=DNS:localhost');
  const by = ['-CA', authority, '-CAkey', 'ca.key', '-extfile', 'names', '-days', '2'];
  run('x509', '-req', '-in', 'site.csr', ...by, '-out', 'site.crt');
  const [key, cert] = ['site.key', 'site.crt'].map((file) => readFileSync(join(folder, file)));
  return { key, cert };
}

/** A server of `localhost` that is ended with the test. */
async function serving(server: Server): Promise<number> {
  servers.push(server);
  return await listening(server);
}

beforeAll(async () => {
  if (!hasOpenssl) return;
  writeFileSync(join(folder, 'remote.json'), JSON.stringify(declaration));
  const plain = createServer((from, answer) => {
    asked.push(from);
    const { pathname } = new URL(from.url ?? '/', site);
    // As behind a proxy with TLS: what is `Secure` is set there alone.
    if (from.headers['x-forwarded-proto'] === 'https') {
      answer.setHeader('set-cookie', '__Host-session=secret; Path=/; Secure; HttpOnly');
    }
    answer.setHeader('strict-transport-security', 'max-age=31536000');
    if (pathname === '/moved') {
      return void answer.writeHead(302, { location: `${site}/notes` }).end();
    }
    const isPage = pathname === '/' || from.headers.accept === 'text/html';
    const told = pathname.endsWith('/location')
      ? JSON.stringify({ hostname: `${site}/api` })
      : 'as it is';
    if (isPage) answer.setHeader('content-type', 'text/html');
    else if (told !== 'as it is') answer.setHeader('content-type', 'application/json');
    const body = isPage ? sitePage(`${site}/api`) : told;
    answer.setHeader('content-length', Buffer.byteLength(body)).end(body);
  });
  const inner = `http://localhost:${await serving(plain)}`;
  const secure = createSecureServer(certify(), (from, answer) => {
    const headers = { ...from.headers, 'x-forwarded-proto': 'https' };
    forward(from, answer, new URL(inner + from.url), headers).on('response', (told) => {
      answer.writeHead(told.statusCode ?? 502, told.headers);
      told.pipe(answer);
    });
  });
  site = `https://localhost:${await serving(secure)}`;
  const development = createServer((_from, answer) => answer.end(JSON.stringify(manifest)));
  manifestUrl = `http://localhost:${await serving(development)}/mf-manifest.json`;
});
afterAll(async () => {
  endAll(servers);
  await rm(folder, { recursive: true, force: true });
});

/** The real command, with the authority or without. */
async function startDev(authorities: Record<string, string>) {
  const port = await freePort();
  const words = ['dev', folder, '--site', site, '--remote', manifestUrl, '--port', String(port)];
  // What Node has compiled before is not compiled again.
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const env = { PATH, NODE_COMPILE_CACHE, ...authorities };
  const child = spawn(process.execPath, [cli, ...words], { env });
  onTestFinished(() => void child.kill());
  const here = `http://localhost:${port}`;
  return { child, here };
}

describe.runIf(hasOpenssl)('a site behind TLS', () => {
  it('is not believed by a certificate of an authority that is unknown here', async () => {
    const { child } = await startDev({});
    const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
    expect(code).toBe(1);
    expect(said).toBe(
      `${site} has a certificate of an authority that is unknown here (UNABLE_TO_VERIFY_LEAF_SIGNATURE): set NODE_EXTRA_CA_CERTS to the file with the authority's certificate\n`,
    );
  });

  it('is shown with the working copy in it, and keeps its Secure cookies in the command', async () => {
    const { child, here } = await startDev({ NODE_EXTRA_CA_CERTS: authority });
    const ended = once(child, 'exit');
    const complaint = text(child.stderr);
    await Promise.race([once(child.stdout, 'data'), ended]);
    if (child.exitCode !== null) throw new Error(await complaint);
    const ask = (path: string, headers = {}) => fetch(here + path, { headers, redirect: 'manual' });
    const page = await ask('/notes', { accept: 'text/html', 'sec-fetch-mode': 'navigate' });
    expect(await page.text()).toContain('<strong>notes is your working copy.</strong>');
    expect(page.headers.get('set-cookie')).toBeNull();
    expect(page.headers.get('strict-transport-security')).toBeNull();

    const fromPage = { origin: here, 'sec-fetch-site': 'same-origin' };
    const called = await ask('/@dev/services/0/calls', fromPage);
    expect(await called.text()).toBe('as it is');
    expect(called.headers.get('set-cookie')).toBeNull();
    expect(asked.at(-1)?.url).toBe('/api/calls');
    expect(asked.at(-1)?.headers).toMatchObject({
      cookie: '__Host-session=secret',
      origin: site,
      host: site.slice('https://'.length),
    });
    const location = await ask('/@dev/services/0/app/x/location', fromPage);
    expect(await location.json()).toEqual({ hostname: `${here}/@dev/services/0` });
    expect((await ask('/moved', fromPage)).headers.get('location')).toBe(`${here}/notes`);
    child.kill('SIGTERM');
    await ended;
  });
});
