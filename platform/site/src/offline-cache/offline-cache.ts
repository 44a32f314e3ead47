import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { asOwnWork } from '@tallystick/guard/caller';
import type { Registry } from '@tallystick/registry/registry';
import type { FastifyInstance } from 'fastify';
import { LRUCache } from 'lru-cache';
import { preparePlain, prepareQuickly, sendPrepared } from '../http/prepared.ts';
import { refuse } from '../http/refuse.ts';
import { usualHeaders } from '../http/server.ts';
import { once } from '../memory/once.ts';
import type { PagesOptions } from '../page/pages.ts';
import { type ReleaseNow, withApproved } from '../release/release.ts';
import { cachedPage } from './make-cached-page.ts';
import type { PageKey } from './page-key.ts';

/** How many prepared pages are kept in memory. */
const maxPages = 20;
/** Milliseconds that a browser with a cached page waits for the site. */
const timeoutMs = 5_000;
const noHead = { title: null, path: null };
/** Where the package's build writes the workers. */
const workers = join(import.meta.dirname, '../../dist');

export interface OfflineCacheOptions
  extends Omit<PagesOptions, 'channel' | 'tickets' | 'describe' | 'render'> {
  registry: Pick<Registry, 'build'>;
  key: PageKey;
  /** Paths below which the site has files of its own, such as `/feeds/`. */
  filesBelow: readonly string[];
}

/** Serves the service worker by which browsers cache the site, and the page that it caches. */
export function offlineCache(
  server: FastifyInstance,
  { registry, releases, previews, browsers, makePage, key, filesBelow }: OfflineCacheOptions,
): void {
  const { publicKey } = key;
  const settings = JSON.stringify({ key: publicKey, timeoutMs, headers: usualHeaders, filesBelow });
  serveWorker(server, 'offline-cache.js', `const offlineCacheSettings = ${settings};\n`);
  const signedPages = new LRUCache<string, ReturnType<typeof make>>({ max: maxPages });

  async function make(release: ReleaseNow) {
    const { isWhole, ...page } = await makePage(null, release, noHead, null);
    const json = JSON.stringify(await cachedPage(release, page, registry));
    const prepared = prepareQuickly('application/json; charset=utf-8', Buffer.from(json));
    return { page: prepared, signature: key.sign(json), isWhole };
  }

  server.get('/keeper/page.json', async (request, reply) => {
    const apart = await previews.has(request);
    const reading = apart ? null : await releases.get().catch(() => null);
    const newest = reading?.value ?? null;
    if (newest === null) return reply.callNotFound();
    const browser = browsers.of(request.headers.cookie)?.id ?? null;
    const release = withApproved(newest.forBrowser(browser), newest.settings);
    const { page, signature } = await once(
      signedPages,
      `${release.key} ${release.approved}`,
      () => asOwnWork(() => make(release)),
      ({ isWhole }) => isWhole,
    );
    reply.header('cache-control', 'private, no-cache').header('x-page-proof', signature);
    return sendPrepared(request, reply, page, ['cookie']);
  });
}

/**
 * Serves a built worker at the root. A script in an artifact has only its own folder as scope, so no build can bring a
 * worker for the site. The worker may send requests to this site alone. The file is read for each request, since it
 * may be built while the server runs.
 */
export function serveWorker(server: FastifyInstance, file: string, settings = ''): void {
  server.get('/keeper.js', async (request, reply) => {
    const script = await readFile(join(workers, file), 'utf8').catch(() => null);
    reply
      .header('cache-control', 'no-cache')
      .header('content-security-policy', "default-src 'none'; connect-src 'self'");
    if (script === null) return refuse(reply, 503, 'It is not built yet.');
    const body = Buffer.from(settings + script);
    return sendPrepared(request, reply, preparePlain('text/javascript; charset=utf-8', body));
  });
}
