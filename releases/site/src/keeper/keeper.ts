import { artifactBase } from '@tallystick/shared/release/read-release';
import type { FastifyInstance } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Browsers } from '../canary/browser.ts';
import { type Prepared, prepareQuickly, sendPrepared } from '../http/prepared.ts';
import { once } from '../memory/once.ts';
import type { MadePage, MakePage } from '../page/page-maker.ts';
import type { Previews } from '../preview/previews.ts';
import type { Release } from '../release/release.ts';
import type { Releases } from '../release/releases.ts';
import { keeperScript, takeBackScript } from './keeper-script.ts';
import type { PageKey } from './page-key.ts';
import type { KeptPage } from './worker/kept-page.ts';

/** How many pages are held ready to be kept. */
const mostReady = 20;

export interface KeeperOptions {
  releases: Releases;
  previews: Previews;
  browsers: Browsers;
  makePage: MakePage;
  key: PageKey;
}

/** By what browsers keep the site: the keeper's script, and the page that it keeps. */
export function keeper(
  server: FastifyInstance,
  { releases, previews, browsers, makePage, key }: KeeperOptions,
): void {
  serveScript(server, keeperScript(key.publicKey));
  const ready = new LRUCache<string, Promise<{ page: Prepared; proof: string }>>({
    max: mostReady,
  });

  async function make(release: Release) {
    const json = JSON.stringify(keptPage(release, await makePage(null, release)));
    const page = await prepareQuickly('application/json; charset=utf-8', Buffer.from(json));
    return { page, proof: key.prove(json) };
  }

  server.get('/keeper/page.json', async (request, reply) => {
    const reading = previews.has(request) ? null : await releases.get().catch(() => null);
    const newest = reading?.value ?? null;
    if (newest === null) return reply.callNotFound();
    const release = newest.forBrowser(browsers.of(request.headers.cookie)?.id ?? null);
    const { page, proof } = await once(ready, release.key, () => make(release));
    reply.header('cache-control', 'no-cache').header('x-page-proof', proof);
    return sendPrepared(request, reply, page, ['cookie']);
  });
}

/** Takes back, from each browser that comes by, what it kept. */
export function takeKeeperBack(server: FastifyInstance): void {
  serveScript(server, takeBackScript());
}

/**
 * At the root: a script in an artifact could keep nothing but its own folder, so no build can bring
 * a keeper of its own. It may ask this site, and nobody else.
 */
function serveScript(server: FastifyInstance, script: string): void {
  server.get('/keeper.js', async (_request, reply) =>
    reply
      .type('text/javascript; charset=utf-8')
      .header('cache-control', 'no-cache')
      .header('content-security-policy', "default-src 'none'; connect-src 'self'")
      .send(script),
  );
}

/** A page that stands for all of a release, for whichever path it is shown. */
function keptPage(release: Release, { html, policy }: MadePage): KeptPage {
  const { shell, document } = release;
  const { app, build, files } = shell.artifact;
  const remotes = document.remotes.flatMap((remote) =>
    remote.fallback === undefined ? [remote] : [remote, remote.fallback],
  );
  return {
    html,
    policy,
    files: Object.fromEntries([
      ...filesAt(artifactBase(app, build), files),
      ...remotes.flatMap((remote) => filesAt(remote.base, remote.files)),
    ]),
    builds: [{ app, build }, ...remotes.map(({ name, build }) => ({ app: name, build }))],
  };
}

/** But those that no page loads. */
function filesAt(base: string, files: Readonly<Record<string, string>>): [string, string][] {
  return Object.entries(files)
    .filter(([path]) => !/\.map$|^(?:entry|mf-manifest|mf-stats)\.json$/.test(path))
    .map(([path, hash]) => [base + path, hash]);
}
