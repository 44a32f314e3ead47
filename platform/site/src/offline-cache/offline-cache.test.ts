import { runInNewContext } from 'node:vm';
import { integrityOf } from '@tallystick/contract/file-hashes';
import { currentClient } from '@tallystick/guard/caller';
import type { Registry } from '@tallystick/registry/registry';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inlined } from '../browser.testing.ts';
import {
  openTestRegistry,
  openTestSite,
  type TestRegistry,
  type TestSite,
} from '../site.testing.ts';
import { pageKey } from './page-key.ts';
import { signedText } from './worker/cached-page.ts';

let kept: TestRegistry;
beforeAll(async () => {
  kept = await openTestRegistry();
});
afterAll(() => kept.close());

const withOfflineCache = (registry = kept.registry) =>
  openTestSite({ ...kept, registry }, { keeper: true });
const cachedPageSchema = v.object({
  html: v.string(),
  policy: v.string(),
  files: v.record(v.string(), v.string()),
  builds: v.array(v.looseObject({ app: v.string(), build: v.string() })),
});

describe('/keeper.js', () => {
  it('is one script at the root, asked for again each time, that may ask this site alone', async () => {
    const { server, get } = await withOfflineCache();
    const { body, headers } = await get('/keeper.js');
    expect(headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'no-cache',
      'content-security-policy': "default-src 'none'; connect-src 'self'",
    });
    expect(headers['service-worker-allowed']).toBeUndefined();
    expect(body).not.toMatch(/\b(?:import|export) /);
    expect(eventsOf(body)).toEqual(['install', 'activate', 'fetch', 'message']);
    await server.close();
  });

  it('is sent again only to who has another version of it', async () => {
    const { server, get } = await withOfflineCache();
    const etag = String((await get('/keeper.js')).headers.etag);
    const again = await get('/keeper.js', { 'if-none-match': etag });
    expect(again.statusCode).toBe(304);
    expect(again.headers['content-security-policy']).toBe("default-src 'none'; connect-src 'self'");
    await server.close();
  });

  it('takes itself back where the site is not to be kept, and pages do not allow it', async () => {
    const site = await openTestSite(kept);
    await site.release();
    const { body } = await site.get('/keeper.js');
    expect(body).toContain('registration.unregister()');
    expect(eventsOf(body)).toEqual(['install', 'activate']);
    expect((await site.get('/keeper/page.json')).statusCode).toBe(404);
    const { headers } = await site.get('/');
    expect(headers['content-security-policy']).not.toContain('keeper.js');
    await site.server.close();
  });
});

describe('what is kept', () => {
  it('is the page that everybody gets, its policy, its files, and where those of the remotes are stated', async () => {
    const site = await withOfflineCache();
    const { shell, note } = await site.release();
    const page = await site.get('/notes/7');
    const { html, policy, files, builds } = v.parse(
      cachedPageSchema,
      JSON.parse((await site.get('/keeper/page.json')).body),
    );
    for (const id of ['release', 'site-configuration']) {
      expect(inlined(html, id)).toEqual(inlined(page.body, id));
    }
    expect(policy).toBe(page.headers['content-security-policy']);
    expect(policy).toContain('worker-src http://site.test/artifacts/ http://site.test/keeper.js;');
    expect(Object.keys(files).toSorted()).toEqual(
      ['main.css', 'main.js'].map((file) => `/artifacts/shell/${shell}/${file}`),
    );
    const attestation = await site.get(`/artifacts/mfe-note/${note}.json`);
    expect(builds).toEqual([
      { app: 'shell', build: shell, bytes: expect.any(Number) },
      {
        app: 'mfe-note',
        build: note,
        // 'remote-entry.js', 'routes.js', 'routes.css' and 'later.js'.
        bytes: 'entry'.length + 'routes'.length + 'css'.length + 'later'.length,
        attestation: {
          path: `/artifacts/mfe-note/${note}.json`,
          hash: integrityOf(attestation.rawPayload),
        },
      },
    ]);
    await site.server.close();
  });

  it('comes with a proof, of exactly this', async () => {
    const site = await withOfflineCache();
    await site.release();
    const { body, headers } = await site.get('/keeper/page.json');
    const proof = String(headers['x-page-proof']);
    expect(await isProven(site, body, proof)).toBe(true);
    expect(await isProven(site, body.replace('<main', '<mian'), proof)).toBe(false);
    await site.server.close();
  });

  it('is made for all, not for whoever asks first, who may go before it is there', async () => {
    const clients: (string | undefined)[] = [];
    const build: Registry['build'] = (...named) => {
      clients.push(currentClient());
      return kept.registry.build(...named);
    };
    const site = await withOfflineCache({ ...kept.registry, build });
    await site.release();
    expect((await site.get('/keeper/page.json')).statusCode).toBe(200);
    expect(clients).toEqual([undefined, undefined]);
    await site.server.close();
  });

  it('is nothing in a preview, nor where there is nothing to show', async () => {
    const site = await withOfflineCache();
    expect((await site.get('/keeper/page.json')).statusCode).toBe(404);
    await site.release();
    const cookie = await site.preview({ channel: site.channel, revision: 1 });
    expect((await site.get('/', { cookie })).body).toContain('"preview"');
    expect((await site.get('/keeper/page.json', { cookie })).statusCode).toBe(404);
    await site.server.close();
  });

  it('is known by the key of the registry for its channel, on whichever server', async () => {
    const open = (channel: string) => openTestSite(kept, { keeper: true, channel });
    const sites = await Promise.all(['shop', 'shop', 'shop-staging'].map(open));
    const scripts = [];
    for (const site of sites) scripts.push((await site.get('/keeper.js')).body);
    expect(scripts[1]).toBe(scripts[0]);
    expect(scripts[2]).not.toBe(scripts[0]);
    await Promise.all(sites.map(({ server }) => server.close()));
  });
});

/** The events that a worker listens to, when it is run as a classic script. */
function eventsOf(script: string): string[] {
  const events: string[] = [];
  const self = {
    addEventListener: (event: string) => events.push(event),
    location: new URL('http://site.test/keeper.js'),
  };
  runInNewContext(script, { self, crypto, atob, Uint8Array });
  return events;
}

/** As a browser does it. */
async function isProven({ channel }: TestSite, json: string, proof: string): Promise<boolean> {
  const { publicKey } = pageKey(kept.registry.secret(`pages of ${channel}`));
  const raw = Buffer.from(publicKey, 'base64url');
  const key = await crypto.subtle.importKey('raw', raw, 'Ed25519', false, ['verify']);
  const text = Buffer.from(signedText(json));
  return crypto.subtle.verify('Ed25519', key, Buffer.from(proof, 'base64url'), text);
}
