import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { openSignedBy } from '@tallystick/contract/open-signed';
import { openUnverified, readBuild, readRelease } from '@tallystick/contract/read-release';
import { signedBuildsSchema } from '@tallystick/contract/signed-release';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { inlined, releaseIn } from '../browser.testing.ts';
import { maria } from '../builds.testing.ts';
import { openTestSite, type TestRegistry, type TestSite } from '../site.testing.ts';
import { siteForEach } from '../site-for-each.testing.ts';

let kept: TestRegistry;
let site: TestSite;
siteForEach((...opened) => {
  [site, kept] = opened;
});

describe('a page', () => {
  it('says so while nothing is released, and is there at the first release', async () => {
    const early = await site.get('/');
    expect(early.statusCode).toBe(503);
    // Not in the page: its policy has a sandbox, in which browsers ignore that.
    expect(early.headers).toMatchObject({ 'retry-after': '2', refresh: '2' });
    expect(early.body).toContain(`Nothing has been released in ${site.channel} yet.`);
    await site.release();
    expect((await site.get('/')).statusCode).toBe(200);
  });

  it('inlines configuration and release document so that no name in them can end the element', async () => {
    const { shell, note } = await site.release();
    const { body } = await site.get('/');
    expect(inlined(body, 'site-configuration')).toEqual({
      breadsUrl: 'http://breads.test',
      services: ['breadsUrl'],
      productName: 'Bakery </script><b>',
      releaseKeys: [kept.registry.attestations.publicKey],
    });
    const document = await releaseIn(body);
    expect(document).toMatchObject({
      channel: site.channel,
      revision: 1,
      shell: { name: 'shell', build: shell },
      remotes: [{ name: 'mfe-note', base: `/artifacts/mfe-note/${note}/` }],
    });
    expect(document.preview).toBeUndefined();
    expect(body).not.toContain('</script><b>');
  });

  it('inlines the attestation of the remote that owns the path, and of others where its shell is of before', async () => {
    const { note } = await site.release();
    const test = await site.publish('mfe-test');
    const shell = await site.publish('shell', { 'reads-declarations.txt': 'yes' });
    await site.promote({ 'mfe-test': test });
    const attestations = async (path: string, id: 'release' | 'builds') => {
      const found = inlined((await site.get(path)).body, id);
      const list = id === 'builds' ? { builds: found } : found;
      const { builds = [] } = v.parse(v.object({ builds: v.optional(signedBuildsSchema) }), list);
      const read = await Promise.all(builds.map((one) => readBuild(one, openUnverified)));
      return read.map(({ build }) => build);
    };
    expect(await attestations('/notes/1', 'release')).toEqual([note, test]);
    await site.promote({ shell });
    expect(await attestations('/notes/1', 'release')).toEqual([]);
    expect(await attestations('/notes/1', 'builds')).toEqual([note]);
    expect(await attestations('/tests/1', 'builds')).toEqual([test]);
    expect(await attestations('/api', 'builds')).toEqual([]);
  });

  it('says of other remotes where links lead, their menu and widgets, and the rest where it is asked for', async () => {
    const route = { path: '/notes/:id', page: 'Notes', description: 'A note.' };
    const declared = { routes: [{ ...route, layout: { main: { size: 'mini' } } }] };
    const markers = { 'reads-declarations.txt': 'yes', 'reads-outlines.txt': 'yes' };
    await site.promote({
      shell: await site.publish('shell', markers),
      'mfe-note': await site.publish('mfe-note', {}, declared),
    });
    const routesIn = async (json: unknown) =>
      (
        await readRelease(
          JSON.stringify(json),
          openSignedBy([kept.registry.attestations.publicKey]),
        )
      ).remotes[0]?.declaration.routes;
    const { body } = await site.get('/notes/1');
    expect(await routesIn(inlined(body, 'release'))).toEqual([
      { path: '/notes/:id', page: 'Notes' },
    ]);
    const current = JSON.parse((await site.get('/releases/current.json')).body);
    expect(await routesIn(current)).toEqual(declared.routes);
    // The server knows all of it.
    expect(body).toContain('<meta name="description" content="A note.">');
    await site.promote({ shell: await site.publish('shell', { 'reads-declarations.txt': 'yes' }) });
    const earlier = await site.get('/notes/1');
    expect(await routesIn(inlined(earlier.body, 'release'))).toEqual(declared.routes);
  });

  it('lets its remotes call the API hosts that a manager has approved for them, as long as they are live', async () => {
    const allowed = async () =>
      /connect-src [^;]*/
        .exec(String((await site.get('/tests/1')).headers['content-security-policy']))?.[0]
        .split(' ')
        .filter((source) => source.startsWith('https://api.'));
    const { registry } = kept;
    const approve = (expected: number, connect: string[]) =>
      registry.settings.change(maria, 'mfe-test', expected, {
        ...{ limits: {}, paths: [], connect },
        reason: 'they asked',
      });
    await site.release();
    await site.promote({ 'mfe-test': await site.publish('mfe-test') });
    const connect = ['https://api.example.net', 'https://api.example.org'];
    await approve(0, [...connect, 'https://api.other.org']);
    const build = await site.publish('mfe-test', {}, { policy: { connect } });
    expect(await allowed()).toEqual([]);
    await site.promote({ 'mfe-test': build });
    expect(await allowed()).toEqual(connect);
    await approve(1, connect.slice(1));
    expect(await allowed()).toEqual(connect.slice(1));
    const { etag } = (await site.get('/tests/1')).headers;
    await approve(2, connect);
    expect(await allowed()).toEqual(connect);
    // Some browsers keep the policy that they have, whatever a 304 says.
    expect((await site.get('/tests/1', { 'if-none-match': String(etag) })).statusCode).toBe(200);
    await site.change({
      kind: 'rollback',
      apps: ['mfe-test'],
      to: {},
      recall: true,
      reason: 'bad',
    });
    expect(await allowed()).toEqual([]);
  });

  it('opens what a build needs and a manager has approved for it, as long as it is live', async () => {
    const films = 'https://films.example.org';
    const policy = async () =>
      String((await site.get('/notes')).headers['content-security-policy']).split('; ');
    await site.release();
    const strict = await policy();
    const approve = (expected: number, openings: string[]) =>
      kept.registry.settings.change(maria, 'mfe-films', expected, {
        ...{ limits: {}, paths: [], connect: [], openings },
        reason: 'they asked',
      });
    const needs = [`frames:${films}`, 'dataFonts'];
    await approve(0, [...needs, 'wasm']);
    const build = await site.publish('mfe-films', {}, { policy: { needs } });
    expect(await policy()).toEqual(strict);
    await site.promote({ 'mfe-films': build });
    const beyond = async () => (await policy()).filter((one) => !strict.includes(one));
    expect(await beyond()).toEqual([
      'font-src http://site.test/artifacts/ data:',
      `frame-src ${films}`,
    ]);
    await approve(1, ['dataFonts']);
    expect(await beyond()).toEqual(['font-src http://site.test/artifacts/ data:']);
  });

  it('preloads what the remote that owns the path needs at once, and nothing of others', async () => {
    const { note: build } = await site.release();
    const preloaded = (html: string) =>
      [...html.matchAll(/<link rel="preload" as="(\w+)" href="([^"]+)" integrity="sha384-/g)].map(
        ([, kind, href]) => `${kind} ${href}`,
      );
    expect(preloaded((await site.get('/notes/7?page=2')).body)).toEqual([
      `script /artifacts/mfe-note/${build}/remote-entry.js`,
      `script /artifacts/mfe-note/${build}/routes.js`,
      `style /artifacts/mfe-note/${build}/routes.css`,
    ]);
    expect(preloaded((await site.get('/notes')).body)).toEqual([]);
    expect(preloaded((await site.get('/')).body)).toEqual([]);
  });

  it("holds the shell's first script, before its styles, allowed by its hash, and words if that is all", async () => {
    const build = await site.publish('shell', { 'first.js': 'first()' });
    await site.promote({ shell: build });
    const { body, headers } = await site.get('/');
    const script = '<script>first()</script>';
    expect(body.indexOf(script)).toBeGreaterThan(0);
    expect(body.indexOf(script)).toBeLessThan(body.indexOf('rel="stylesheet"'));
    const hash = createHash('sha384').update('first()').digest('base64');
    expect(headers['content-security-policy']).toContain(`script-src 'self' 'sha384-${hash}';`);
    expect(body).toMatch(
      /<main id="not-loaded" data-site hidden>\s*<div role="alert">\s*<h1>Bakery .* did/,
    );
  });

  it.each(["'</script>'", '"<!-- <script>"', '`\r\n`', Buffer.from('"\u00e9"', 'latin1')])(
    'lets the browser ask for a first script that cannot stand in a page: %s',
    async (text) => {
      const build = await site.publish('shell', { 'first.js': text });
      await site.promote({ shell: build });
      const { body, headers } = await site.get('/');
      expect(body).toContain(`<script src="/artifacts/shell/${build}/first.js" integrity="sha384-`);
      expect(body).not.toContain(text.toString());
      expect(headers['content-security-policy']).toContain("script-src 'self';");
    },
  );

  it('holds what could not be read before as soon as it can be, also as browsers cache it', async () => {
    const { files } = kept.registry;
    let broken = true;
    const read: typeof files.read = async (...file) => {
      if (broken && file[2] === 'first.js') throw new Error('connection refused');
      return await files.read(...file);
    };
    const registry = { ...kept.registry, files: { ...files, read } };
    const other = await openTestSite(
      { ...kept, registry },
      { channel: site.channel, keeper: true },
    );
    await site.promote({ shell: await site.publish('shell', { 'first.js': 'begin()' }) });
    const holdIt = async () =>
      Promise.all(
        ['/', '/keeper/page.json'].map(async (url) =>
          (await other.get(url)).body.includes('<script>begin()</script>'),
        ),
      );
    expect(await holdIt()).toEqual([false, false]);
    broken = false;
    expect(await holdIt()).toEqual([true, true]);
    await other.server.close();
  });

  it('has a policy that allows its own files and the named services only', async () => {
    await site.release();
    const { headers } = await site.get('/');
    expect(headers['content-security-policy']).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; " +
        "font-src http://site.test/artifacts/; worker-src http://site.test/artifacts/; connect-src 'self' http://breads.test; " +
        "base-uri 'none'; form-action 'none'; " +
        "frame-ancestors 'none'; report-uri /releases/policy-reports",
    );
    expect(headers['x-content-type-options']).toBe('nosniff');
  });

  it('has the hash of each module that may come to run in it, in an import map that its policy names', async () => {
    const manifest = (type: string) => ({
      'mf-manifest.json': JSON.stringify({
        metaData: { remoteEntry: { name: 'entry.js', type } },
        exposes: [],
      }),
    });
    const shell = await site.publish('shell');
    const script = await site.publish('mfe-test', manifest('global'));
    await site.promote({ shell, 'mfe-test': script });
    expect((await site.get('/')).body).not.toContain('importmap');
    const module = await site.publish('mfe-note', {
      ...manifest('module'),
      'entry.js': 'import "./late.js"',
      'late.js': 'late()',
    });
    await site.promote({ shell, 'mfe-test': script, 'mfe-note': module });
    const { body, headers } = await site.get('/');
    const map = /<script type="importmap">(.*?)<\/script>/.exec(body)?.[1] ?? '';
    const hashOf = (text: string) => `sha384-${createHash('sha384').update(text).digest('base64')}`;
    const base = `/artifacts/mfe-note/${module}/`;
    expect(JSON.parse(map)).toEqual({
      integrity: {
        [`${base}entry.js`]: hashOf('import "./late.js"'),
        [`${base}late.js`]: hashOf('late()'),
        [`${base}later.js`]: hashOf('later'),
        [`${base}remote-entry.js`]: hashOf('entry'),
        [`${base}routes.js`]: hashOf('routes'),
      },
    });
    expect(headers['content-security-policy']).toContain(`script-src 'self' '${hashOf(map)}';`);
  });

  it('is asked for again each time, and not sent again while it is the same', async () => {
    await site.release();
    const first = await site.get('/');
    expect(first.headers['cache-control']).toBe('private, no-cache');
    expect(first.headers.vary).toBe('accept-encoding, cookie');
    const etag = String(first.headers.etag);
    expect(etag).toMatch(/^"[\w-]{22}"$/);
    const [cookie = ''] = String(first.headers['set-cookie']).split(';');
    const second = await site.get('/', { cookie, 'if-none-match': `"other", W/${etag}` });
    expect(second.statusCode).toBe(304);
    expect(second.body).toBe('');
    expect(second.headers.etag).toBe(etag);
    await site.release('other');
    const third = await site.get('/', { cookie, 'if-none-match': etag });
    expect(third.statusCode).toBe(200);
    expect(third.headers.etag).not.toBe(etag);
  });

  it('is compressed as the browser likes it, under a tag of its own', async () => {
    await site.release();
    const plain = await site.get('/');
    const brotli = await site.get('/', { 'accept-encoding': 'gzip, br' });
    const zipped = await site.get('/', { 'accept-encoding': 'gzip' });
    expect(brotli.headers['content-encoding']).toBe('br');
    expect(brotliDecompressSync(brotli.rawPayload).toString()).toBe(plain.body);
    expect(zipped.headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(zipped.rawPayload).toString()).toBe(plain.body);
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(new Set([plain, brotli, zipped].map(({ headers }) => headers.etag)).size).toBe(3);
  });

  it('tells its size to who asks for the head alone', async () => {
    await site.release();
    const { body, headers } = await site.server.inject({ method: 'HEAD', url: '/' });
    expect(body).toBe('');
    expect(headers['content-length']).toBe(String((await site.get('/')).rawPayload.length));
  });

  it('gives a browser an id to keep, once, that no script can read', async () => {
    await site.release();
    const first = await site.get('/');
    const cookie = String(first.headers['set-cookie']);
    expect(cookie).toMatch(
      /^tallystick-browser=[\w-]{22}\.[0-9a-z]+\.[\w-]{22}; Path=\/; Max-Age=31536000; HttpOnly; SameSite=Lax$/,
    );
    const second = await site.get('/', { cookie: `x=1; ${cookie.split(';', 1)[0]}` });
    expect(second.headers['set-cookie']).toBeUndefined();
    const forged = await site.get('/', { cookie: 'tallystick-browser=%0d%0a' });
    expect(String(forged.headers['set-cookie'])).toMatch(/^tallystick-browser=[\w-]{22}\./);
    const unsigned = cookie.split('.', 1)[0] ?? '';
    const upgraded = await site.get('/', { cookie: unsigned });
    expect(String(upgraded.headers['set-cookie'])).toContain(`${unsigned}.`);
  });

  it('is of the newest revision as soon as the change has returned, on every server, each time', async () => {
    const other = await openTestSite(kept, { channel: site.channel });
    const shell = await site.publish('shell');
    const notes = await Promise.all(
      ['one', 'two'].map((text) => site.publish('mfe-note', { 'later.js': text })),
    );
    await site.promote({ shell });
    for (let turn = 0; turn < 100; turn += 1) {
      const note = notes[turn % 2] ?? '';
      const { revision } = await site.promote({ 'mfe-note': note });
      const pages = await Promise.all([site, other, site].map((one) => one.get('/notes/1')));
      for (const { body } of pages) {
        const document = await releaseIn(body);
        expect([document.revision, document.remotes[0]?.build]).toEqual([revision, note]);
      }
    }
    await other.server.close();
  });

  it('still tells the routes of a remote whose files are gone', async () => {
    const { note } = await site.release('lost');
    await rm(join(kept.folder, 'artifacts/mfe-note', note), { recursive: true });
    const { body } = await site.get('/notes/7');
    expect((await releaseIn(body)).remotes).toHaveLength(1);
  });

  it.each(['//', '//[', '/%', '/%zz', '/%00', `/${'a'.repeat(9_000)}`, '/?', '/..', '/a/../../b'])(
    'is no failure for the path %j',
    async (path) => {
      await site.release();
      expect((await site.get(path)).statusCode).toBeLessThan(500);
    },
  );
});

describe('the release document by itself', () => {
  it('is what a page of the same browser has', async () => {
    await site.release();
    const { headers, body } = await site.get('/releases/current.json');
    expect(JSON.parse(body)).toEqual(inlined((await site.get('/')).body, 'release'));
    expect(headers['cache-control']).toBe('private, no-cache');
    expect(headers['set-cookie']).toBeUndefined();
    const again = await site.get('/releases/current.json', {
      'if-none-match': String(headers.etag),
    });
    expect(again.statusCode).toBe(304);
  });

  it('is not there before the first release', async () => {
    const { statusCode, body } = await site.get('/releases/current.json');
    expect(statusCode).toBe(503);
    const error = `Nothing has been released in ${site.channel} yet.`;
    expect(JSON.parse(body)).toEqual({ code: 'unavailable', error });
  });
});

it('has no page below /releases and /artifacts', async () => {
  await site.release();
  for (const url of ['/releases/', '/releases/other.json', '/artifacts/', '/artifacts/shell']) {
    const { statusCode, body } = await site.get(url);
    expect([url, statusCode, JSON.parse(body)]).toEqual([
      url,
      404,
      { code: 'unknown', error: 'There is nothing here.' },
    ]);
  }
});

it('reports its health, and what is released', async () => {
  expect((await site.get('/health')).json()).toEqual({
    status: 'ok',
    channel: site.channel,
    revision: null,
  });
  await site.release();
  expect((await site.get('/health')).json()).toMatchObject({ status: 'ok', revision: 1 });
});
