import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import {
  type BrotliOptions,
  brotliCompressSync,
  brotliDecompressSync,
  type CompressCallback,
  constants,
  gunzipSync,
} from 'node:zlib';
import { withAttestations } from '@tallystick/registry/changed-registry.testing';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openTestSite, type TestRegistry, type TestSite } from '../site.testing.ts';
import { siteForEach } from '../site-for-each.testing.ts';

/** Best compressions of long files, which never end here. */
const endless = vi.hoisted(() => ({ begun: 0 }));
vi.mock('node:zlib', async (original) => {
  const module = await original<typeof import('node:zlib')>();
  const brotliCompress = (body: Uint8Array, options: BrotliOptions, done: CompressCallback) => {
    const isBest = options.params?.[module.constants.BROTLI_PARAM_QUALITY] === 11;
    if (isBest && body.byteLength > 100_000) endless.begun += 1;
    else module.brotliCompress(body, options, done);
  };
  return { ...module, brotliCompress };
});

/** Code as any, long enough to be compressed. */
const code = readFileSync(join(import.meta.dirname, 'artifact-bodies.ts'), 'utf8');
const files = {
  'remote-entry.js': 'entry',
  'routes.js': code,
  'deep/chunk.css': `.a { color: red }\n${code}`,
  'icon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  'picture.png': code,
};

let kept: TestRegistry;
let site: TestSite;
let build: string;
let base: string;
let tests = 0;
siteForEach(async (...opened) => {
  [site, kept] = opened;
  tests += 1;
  // Another build for each test: some damage what is kept of it.
  build = await site.publish('mfe-note', { ...files, 'which.txt': `test ${tests}` });
  base = `/artifacts/mfe-note/${build}/`;
});

const asked = (path: string, encoding = 'gzip, br') =>
  site.get(base + path, { 'accept-encoding': encoding });

/** Asks until the best compression has been made. */
async function best(path: string, encoding = 'br') {
  await expect
    .poll(async () => (await asked(path, encoding)).headers.etag)
    .toMatch(new RegExp(`-${encoding}"$`));
  return await asked(path, encoding);
}

it('does not begin as a service worker, which would outlive its build', async () => {
  const answer = await site.get(`${base}remote-entry.js`, { 'service-worker': 'script' });
  expect(answer.headers).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'no-store',
  });
  expect(() => runInNewContext(answer.body)).toThrow('A build brings no service worker.');
});

it('serves no source map', async () => {
  const mapped = await site.publish('mfe-note', { ...files, 'routes.js.map': '{"version":3}' });
  expect((await site.get(`/artifacts/mfe-note/${mapped}/routes.js`)).statusCode).toBe(200);
  expect((await site.get(`/artifacts/mfe-note/${mapped}/routes.js.map`)).statusCode).toBe(404);
  expect(await kept.registry.files.list('mfe-note', mapped)).toContain('routes.js.map');
});

describe('the attestation of a build', () => {
  it('is served for ever beside its files, as the registry signed it, with its proof', async () => {
    const answer = await site.get(`/artifacts/mfe-note/${build}.json`);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
    });
    const { attestations } = kept.registry;
    const signed = await attestations.ofBuild('mfe-note', build);
    const proof = await attestations.proofOfBuild('mfe-note', build);
    expect(proof).not.toBeNull();
    expect(answer.json()).toEqual({ ...signed, proof });
  });

  it.each(['1.0.0-ffffffffffff.json', 'artifact.json', 'x', '1.0.0-ffffffffffff'])(
    'is not there as %s',
    async (name) => {
      expect((await site.get(`/artifacts/mfe-note/${name}`)).statusCode).toBe(404);
    },
  );
});

describe('an artifact', () => {
  it('is served for ever as what it is', async () => {
    for (const [path, type] of [
      ['remote-entry.js', 'text/javascript; charset=utf-8'],
      ['deep/chunk.css', 'text/css; charset=utf-8'],
      ['icon.svg', 'image/svg+xml'],
      ['picture.png', 'image/png'],
      ['mf-manifest.json', 'application/json; charset=utf-8'],
    ] as const) {
      const { statusCode, headers } = await site.get(base + path);
      expect([path, statusCode, headers['content-type']]).toEqual([path, 200, type]);
      expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
      expect(headers['set-cookie']).toBeUndefined();
    }
    expect((await site.get(`${base}routes.js`)).body).toBe(code);
  });

  it('is sent quickly at first, and then as short as can be, to whoever takes it', async () => {
    const first = await asked('routes.js');
    expect(first.headers['content-encoding']).toBe('br');
    expect(brotliDecompressSync(first.rawPayload).toString()).toBe(code);
    const then = await best('routes.js');
    expect(brotliDecompressSync(then.rawPayload).toString()).toBe(code);
    expect(then.rawPayload.length).toBeLessThan(first.rawPayload.length);
    const most = brotliCompressSync(code, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } });
    expect(then.rawPayload.length).toBeLessThanOrEqual(most.length);
    const zipped = await best('routes.js', 'gzip');
    expect(gunzipSync(zipped.rawPayload).toString()).toBe(code);
    const plain = await asked('routes.js', 'identity');
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(plain.body).toBe(code);
    expect(plain.headers.vary).toBe('accept-encoding, available-dictionary');
    expect(new Set([first, then, zipped, plain].map(({ headers }) => headers.etag)).size).toBe(4);
  });

  it('is compressed once, and the result is kept beside', async () => {
    const { rawPayload } = await best('routes.js');
    const place = join(kept.folder, 'compressed/mfe-note', build, 'routes.js.br');
    expect(await readFile(place)).toEqual(rawPayload);
    expect(await readdir(join(kept.folder, 'compressed/mfe-note', build))).toEqual([
      'routes.js.br',
      'routes.js.gz',
    ]);
  });

  it('is compressed as soon as it is released, before anybody asks', async () => {
    const shell = await site.publish('shell', { 'main.js': code });
    await site.promote({ shell, 'mfe-note': build });
    const names = (app: string, id: string) => () =>
      readdir(join(kept.folder, 'compressed', app, id), { recursive: true }).catch(() => []);
    await expect.poll(names('shell', shell)).toContain('main.js.gz');
    await expect.poll(names('mfe-note', build)).toContain('routes.js.gz');
    await expect.poll(names('mfe-note', build)).toContain('deep/chunk.css.gz');
    expect((await asked('routes.js')).headers.etag).toMatch(/-br"$/);
  });

  it('leaves nothing compressed behind once its build is deleted, and the next server has started', async () => {
    await best('routes.js');
    const own = join(kept.folder, 'compressed/mfe-note', build);
    const gone = ['compressed', 'compressed-by-dictionary'].map((folder) =>
      join(kept.folder, folder, 'mfe-note/1.0.0-dddddddddddd'),
    );
    for (const folder of gone) {
      await mkdir(folder, { recursive: true });
      await writeFile(join(folder, 'routes.js.br'), 'old');
    }
    const next = await openTestSite(kept);
    await next.server.ready();
    for (const folder of gone) {
      await expect.poll(() => readdir(join(folder, '..'))).not.toContain('1.0.0-dddddddddddd');
    }
    expect(await readdir(own)).toContain('routes.js.br');
    await next.server.close();
  });

  it('is as short as can be at a server that finds what another has made meanwhile', async () => {
    const held = Promise.withResolvers<void>();
    let reads = 0;
    const read: typeof kept.registry.files.read = async (...file) => {
      if (file[2] === 'deep/chunk.css') {
        reads += 1;
        // The first is for who asks, the second to compress it.
        if (reads === 2) await held.promise;
      }
      return kept.registry.files.read(...file);
    };
    const registry = { ...kept.registry, files: { ...kept.registry.files, read } };
    const slower = await openTestSite({ ...kept, registry });
    const tagOf = async (path: string) =>
      (await slower.get(base + path, { 'accept-encoding': 'br' })).headers.etag;
    for (const path of ['deep/chunk.css', 'routes.js']) expect(await tagOf(path)).toMatch(/-br5"$/);
    await best('routes.js');
    held.resolve();
    await expect.poll(() => tagOf('routes.js')).toMatch(/-br"$/);
    await slower.server.close();
  });

  it('does not keep a server that stops waiting while it is compressed', async () => {
    const one = await openTestSite(kept);
    const id = await one.publish('mfe-large', {
      'routes.js': code,
      'large.js': 'x'.repeat(200_000),
    });
    const names = () =>
      readdir(join(kept.folder, 'compressed/mfe-large', id)).catch((): string[] => []);
    for (const path of ['routes.js', 'large.js']) {
      await one.get(`/artifacts/mfe-large/${id}/${path}`, { 'accept-encoding': 'br' });
    }
    // One file comes after the other.
    await expect.poll(() => endless.begun).toBe(1);
    await one.server.close();
    expect(await names()).toEqual(['routes.js.br', 'routes.js.gz']);
  });

  it('is compressed anew when what was kept of it is damaged', async () => {
    const place = join(kept.folder, 'compressed/mfe-note', build, 'routes.js.br');
    const whole = (await best('routes.js')).rawPayload;
    for (const damage of [whole.subarray(0, 50), brotliCompressSync('other'), Buffer.alloc(0)]) {
      await writeFile(place, damage);
      const one = await openTestSite(kept);
      const headers = { 'accept-encoding': 'br' };
      const answer = await one.get(`${base}routes.js`, headers);
      expect(brotliDecompressSync(answer.rawPayload).toString()).toBe(code);
      await expect.poll(() => readFile(place)).toEqual(whole);
      await one.server.close();
    }
  });

  it('is not compressed if it is small, or compressed already', async () => {
    for (const path of ['remote-entry.js', 'icon.svg', 'picture.png']) {
      const { headers } = await asked(path);
      expect([path, headers['content-encoding'], headers.vary]).toEqual([
        path,
        undefined,
        undefined,
      ]);
    }
  });

  it('is not sent again to who has it, and its head alone tells its size', async () => {
    const { headers, rawPayload } = await best('routes.js');
    const again = await site.get(`${base}routes.js`, {
      'accept-encoding': 'br',
      'if-none-match': String(headers.etag),
    });
    expect([again.statusCode, again.body]).toEqual([304, '']);
    const head = await site.server.inject({
      method: 'HEAD',
      url: `${base}routes.js`,
      headers: { 'accept-encoding': 'br' },
    });
    expect([head.statusCode, head.body]).toEqual([200, '']);
    expect(head.headers['content-length']).toBe(String(rawPayload.length));
    expect(head.headers['content-encoding']).toBe('br');
  });

  it('may do nothing when a browser opens it by itself', async () => {
    expect((await asked('icon.svg')).headers['content-security-policy']).toContain('sandbox');
    const ofScript = (await asked('routes.js')).headers['content-security-policy'];
    expect(ofScript).toBe("default-src 'none'; frame-ancestors 'none'");
  });

  it('is not served if its bytes are not those that were published', async () => {
    const at = join(kept.folder, 'artifacts/mfe-note', build, 'routes.js');
    await writeFile(at, code.replace('import', 'evil'));
    expect((await asked('routes.js')).statusCode).toBe(404);
    expect(site.lines.join('\n')).toContain('routes.js is not what it was when it was published');
  });

  it('is missing, never a page, if there is none', async () => {
    await rm(join(kept.folder, 'artifacts/mfe-note', build, 'icon.svg'));
    for (const url of [
      `${base}gone.js`,
      `${base}icon.svg`,
      `${base}artifact.json`,
      `${base}`,
      `${base}deep`,
      '/artifacts/mfe-note/1.0.0-bbbbbbbbbbbb/routes.js',
      `/artifacts/mfe-none/${build}/routes.js`,
      '/artifacts/mfe-note/latest/routes.js',
    ]) {
      const { statusCode, body, headers } = await site.get(url);
      expect([url, statusCode, body]).toEqual([
        url,
        404,
        '{"code":"unknown","error":"There is nothing here."}',
      ]);
      expect(headers['cache-control']).toBe('no-store');
    }
  });

  it('is nothing but what its build states, however the path is written', async () => {
    await writeFile(join(kept.folder, 'secret.js'), 'secret');
    await writeFile(join(kept.folder, 'artifacts/mfe-note', build, 'unstated.js'), 'secret');
    for (const path of [
      'unstated.js',
      '../../../secret.js',
      '..%2f..%2f..%2fsecret.js',
      '%2e%2e/%2e%2e/%2e%2e/secret.js',
      '..\\..\\..\\secret.js',
      'deep/../unstated.js',
      'deep%2f..%2funstated.js',
      './unstated.js',
      '/unstated.js',
      '%00',
      'routes.js%00.css',
      '__proto__',
      'constructor',
      'toString',
      'x'.repeat(8_000),
    ]) {
      const { statusCode, body } = await asked(path, 'identity');
      expect(body).not.toContain('secret');
      expect([path, statusCode >= 400]).toEqual([path, true]);
    }
  });
});

it('hashes as published: the tag of a file is its content', async () => {
  const hash = createHash('sha384').update(code).digest('base64');
  expect((await asked('routes.js', 'identity')).headers.etag).toBe(`"${hash}"`);
});

describe('what is not there', () => {
  const none = '/artifacts/mfe-note/1.0.0-cccccccccccc/routes.js';
  let asked: string[];
  let counting: TestSite;
  beforeEach(async () => {
    asked = [];
    const registry = withAttestations(kept.registry, {
      ofBuild: (app, id) => {
        asked.push(id);
        return kept.registry.attestations.ofBuild(app, id);
      },
    });
    counting = await openTestSite({ ...kept, registry }, { limits: { perAddress: 3 } });
  });
  afterEach(() => counting.server.close());
  const statuses = async (urls: string[]) =>
    Promise.all(urls.map(async (url) => (await counting.get(url)).statusCode));

  it('counts as a request, and what is there does not', async () => {
    await counting.get(`${base}routes.js`);
    expect(await statuses([`${base}gone.js`, '/artifacts/x'])).toEqual([404, 404]);
    expect(await statuses([`${base}gone.js`, '/artifacts/x', none])).toEqual([429, 429, 429]);
    expect(JSON.parse((await counting.get(none)).body)).toMatchObject({ code: 'limited' });
    expect(await statuses([`${base}routes.js`, `${base}icon.svg`])).toEqual([200, 200]);
    expect(asked).not.toContain('1.0.0-cccccccccccc');
  });

  it('is not asked for if no build can have that name', async () => {
    expect(await statuses(['/artifacts/mfe-note/latest/routes.js'])).toEqual([404]);
    expect(asked).not.toContain('latest');
  });
});
