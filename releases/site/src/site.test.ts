import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openArtifactStore } from '@tallystick/registry/artifacts';
import { writeBuild } from '@tallystick/registry/build.testing';
import { openChannel } from '@tallystick/registry/channel';
import { releaseDocumentSchema } from '@tallystick/shared/contracts/release';
import { type SiteConfiguration, siteConfigurationSchema } from '@tallystick/shared/contracts/site';
import type { FastifyInstance } from 'fastify';
import * as v from 'valibot';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buildSite } from './site.ts';

const configuration: SiteConfiguration = {
  productName: 'Tally </script><b>',
  siteMode: 'main',
  ledgerUrl: 'http://ledger.test',
  ledgerToken: 'public',
  live: { appId: 'app', apiKey: 'key' },
  identity: { apiKey: 'key', authDomain: 'auth.test', projectId: 'project' },
};
const shellBuild = '1.0.0-aaaaaaaaaaaa';
const noteBuild = '2.0.0-bbbbbbbbbbbb';

let folder: string;
let server: FastifyInstance;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tallystick-site-'));
  const store = openArtifactStore(join(folder, 'data'));
  await mkdir(store.filesFolder, { recursive: true });
  const channel = openChannel(join(folder, 'data'), 'production');
  server = await buildSite({ store, channel, site: configuration });
});
afterEach(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

async function release(): Promise<void> {
  const store = openArtifactStore(join(folder, 'data'));
  const shellFiles = { 'main.js': 'shell()', 'main.css': 'body {}' };
  await writeBuild(join(folder, 'shell'), shellFiles, {
    app: 'shell',
    build: shellBuild,
    kind: 'shell',
  });
  const noteFiles = {
    'remote-entry.js': 'entry',
    'routes.js': 'routes',
    'routes.css': 'css',
    'later.js': 'later',
  };
  await writeBuild(join(folder, 'note'), noteFiles, { build: noteBuild });
  await store.publish(join(folder, 'shell'));
  await store.publish(join(folder, 'note'));
  await openChannel(join(folder, 'data'), 'production').append(0, {
    builds: { shell: shellBuild, 'mfe-note': noteBuild },
    by: 'maria',
    reason: 'because',
  });
}

const get = (url: string) => server.inject({ method: 'GET', url });
const inlined = (html: string, id: string): unknown => {
  const match = new RegExp(`<script type="application/json" id="${id}">(.*?)</script>`).exec(html);
  return JSON.parse(match?.[1] ?? 'null');
};

describe('the site server', () => {
  it('says so while nothing is released, and serves the first release without a restart', async () => {
    expect((await get('/')).statusCode).toBe(503);
    await release();
    expect((await get('/')).statusCode).toBe(200);
  });

  it('inlines configuration and release document so that no name in them can end the element', async () => {
    await release();
    const { body } = await get('/');
    expect(v.parse(siteConfigurationSchema, inlined(body, 'site-configuration'))).toEqual(
      configuration,
    );
    expect(v.parse(releaseDocumentSchema, inlined(body, 'release'))).toMatchObject({
      channel: 'production',
      revision: 1,
      shell: { name: 'shell', build: shellBuild },
      remotes: [{ name: 'mfe-note', base: `/artifacts/mfe-note/${noteBuild}/` }],
    });
    expect(body).not.toContain('</script><b>');
  });

  it('preloads what the remote that owns the path needs at once, and nothing of others', async () => {
    await release();
    const preloaded = (html: string) =>
      [...html.matchAll(/<link rel="preload" as="(\w+)" href="([^"]+)" integrity="sha384-/g)].map(
        ([, kind, href]) => `${kind} ${href}`,
      );
    expect(preloaded((await get('/notes/7?page=2')).body)).toEqual([
      `script /artifacts/mfe-note/${noteBuild}/remote-entry.js`,
      `script /artifacts/mfe-note/${noteBuild}/routes.js`,
      `style /artifacts/mfe-note/${noteBuild}/routes.css`,
    ]);
    expect(preloaded((await get('/notes')).body)).toEqual([]);
    expect(preloaded((await get('/')).body)).toEqual([]);
  });

  it("runs the shell's first script before the page's styles, with its hash, and words if that is all", async () => {
    const store = openArtifactStore(join(folder, 'data'));
    const files = { 'main.js': 'shell()', 'main.css': 'body {}', 'first.js': 'first()' };
    await writeBuild(join(folder, 'shell'), files, {
      app: 'shell',
      build: shellBuild,
      kind: 'shell',
    });
    await store.publish(join(folder, 'shell'));
    await openChannel(join(folder, 'data'), 'production').append(0, {
      builds: { shell: shellBuild },
      by: 'maria',
      reason: 'because',
    });
    const { body } = await get('/');
    const script = `<script src="/artifacts/shell/${shellBuild}/first.js" integrity="sha384-`;
    expect(body.indexOf(script)).toBeGreaterThan(0);
    expect(body.indexOf(script)).toBeLessThan(body.indexOf('rel="stylesheet"'));
    expect(body).toMatch(/<main id="not-loaded" hidden>\s*<div role="alert">\s*<h1>Tally .* did/);
  });

  it('sends a page with a policy that allows its own files and the named services only', async () => {
    await release();
    const { headers } = await get('/');
    expect(headers['content-security-policy']).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; " +
        "connect-src 'self' http://ledger.test https://identitytoolkit.googleapis.com " +
        "https://securetoken.googleapis.com; base-uri 'none'; form-action 'none'; " +
        "frame-ancestors 'none'",
    );
    expect(headers['cache-control']).toBe('no-cache');
    expect(headers['x-content-type-options']).toBe('nosniff');
  });

  it('serves artifacts for ever, and a missing one as missing, never as a page', async () => {
    await release();
    const found = await get(`/artifacts/mfe-note/${noteBuild}/routes.js`);
    expect(found.body).toBe('routes');
    expect(found.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    const missing = await get(`/artifacts/mfe-note/${noteBuild}/gone.js`);
    expect(missing.statusCode).toBe(404);
    expect(missing.json()).toEqual({ code: 404, error: 'There is nothing here.' });
  });

  it.each([
    '/artifacts/..%2fregistry/channels/production.ndjson',
    '/artifacts/../registry/channels/production.ndjson',
    '/artifacts/mfe-note/%2e%2e/%2e%2e/%2e%2e/registry/channels/production.ndjson',
    '/artifacts/%00',
  ])('gives nothing from outside the artifacts: %s', async (url) => {
    await release();
    const { body, statusCode } = await get(url);
    expect(body).not.toContain('because');
    expect(statusCode).toBeLessThan(500);
  });

  it('answers the release document by itself', async () => {
    await release();
    const { headers, body } = await get('/releases/current.json');
    expect(v.parse(releaseDocumentSchema, JSON.parse(body)).revision).toBe(1);
    expect(headers['cache-control']).toBe('no-cache');
  });

  it('still tells the routes of a remote whose files are gone', async () => {
    await release();
    await rm(join(folder, 'data/artifacts/mfe-note'), { recursive: true });
    const { body } = await get('/notes/7');
    expect(v.parse(releaseDocumentSchema, inlined(body, 'release')).remotes).toHaveLength(1);
  });

  it('reports its health', async () => {
    expect((await get('/health')).json()).toEqual({ status: 'ok' });
  });
});
