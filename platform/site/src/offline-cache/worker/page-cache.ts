import {
  fetchBuild,
  fetchFiles,
  prune,
  type StoredFiles,
  statedHash,
  verifiedAnswer,
} from './cached-files.ts';
import { type CachedPage, type Inlined, inlinedIn, isSame, mayRun } from './cached-page.ts';
import { chooseBuilds } from './choose-builds.ts';
import { pageOpener, responseOf, type SignedPage, signedPageIn } from './signed-page.ts';

/** The number rises when the format of the cached entries changes. */
export const cacheName = 'tallystick-kept-1';
/** Where the site server has the page to cache; also its key in the cache. */
const pageKey = '/keeper/page.json';
/** Key of the apps that this browser has run, the last one first: JSON. */
const appsKey = '/keeper/apps.json';
const maxApps = 100;

export interface PageCacheParts {
  /** The site server's public key: raw, base64url. */
  key: string;
  caches: { open(name: string): Promise<StoredFiles> };
  fetch: typeof fetch;
}

/** The remotes' builds that run in a page. */
interface Ran {
  builds: readonly { app: string; build: string }[];
}

export type PageCache = ReturnType<typeof openPageCache>;

/**
 * What this browser caches of the site: one page, and the files of the remotes that ran here (see choose-builds.ts). All
 * pages of the site can write to the cache, too, so nothing read from it is trusted. The page is verified by the site
 * server's key, attestations by a hash in the page, files by a hash in their attestation.
 */
export function openPageCache({ key, caches, fetch }: PageCacheParts) {
  const openPage = pageOpener(key);

  /** The cached page; null: there is none, or its signature is wrong. */
  async function page(): Promise<CachedPage | null> {
    const cache = await caches.open(cacheName);
    const found = await cache.match(pageKey);
    return found === undefined ? null : openPage(await signedPageIn(found));
  }

  async function askPage(): Promise<SignedPage | null> {
    const answer = await fetch(pageKey, { cache: 'no-cache', redirect: 'error' });
    return answer.ok ? await signedPageIn(answer) : null;
  }

  return {
    page,
    /** Whether there is an entry for a page, valid or not. */
    async has(): Promise<boolean> {
      const cache = await caches.open(cacheName);
      return (await cache.match(pageKey)) !== undefined;
    },
    /** A cached file that has this hash; '': the one that the cached page or an attestation states. */
    async file(address: string, stated: string): Promise<Response | null> {
      const cache = await caches.open(cacheName);
      const found = await cache.match(address);
      if (found === undefined) return null;
      const { pathname } = new URL(address);
      const integrity = stated === '' ? await statedHash(cache, await page(), pathname) : stated;
      // Nothing states it yet where its page is still being cached.
      if (integrity === undefined) return null;
      const answer = await verifiedAnswer(found, integrity);
      if (answer === null) await cache.delete(address);
      return answer;
    },
    /**
     * Caches the page that inlines this, with the files of the remotes that run in it or ran before, in
     * place of the one before. Does nothing if the site server has another page by now.
     */
    async update(ran: Inlined & Ran): Promise<void> {
      const cache = await caches.open(cacheName);
      const before = await page();
      const isNew = before === null || !isSame(inlinedIn(before.html), ran);
      const signed = isNew ? await askPage() : null;
      const fresh = signed === null ? before : await openPage(signed);
      if (fresh === null || !isSame(inlinedIn(fresh.html), ran)) return;
      const apps = await noteApps(cache, ran);
      const added: string[] = [];
      try {
        await fetchFiles({ cache, fetch }, fresh.files, added);
        const needed = new Set([pageKey, appsKey, ...Object.keys(fresh.files)]);
        for (const build of chooseBuilds(fresh, apps, ran.builds)) {
          const files = await fetchBuild({ cache, fetch }, build);
          for (const path of Object.keys(files)) needed.add(path);
        }
        if (signed !== null) await cache.put(pageKey, responseOf(signed));
        await prune(cache, needed);
      } catch (error) {
        // The quota is used up, or a file could not be fetched: the page before stays cached.
        const orphans = added.filter((path) => before?.files[path] === undefined);
        await Promise.all(orphans.map((path) => cache.delete(path)));
        throw error;
      }
    },
    /** Deletes the cached page if it may come to run this build. */
    async forget(build: { app: string; build: string }): Promise<void> {
      const cached = await page();
      if (cached === null || !mayRun(cached, build)) return;
      const cache = await caches.open(cacheName);
      await cache.delete(pageKey);
    },
  };
}

/** Notes the apps that run now as the last ones; answers all that this browser has run. */
async function noteApps(cache: StoredFiles, { builds }: Ran): Promise<string[]> {
  const now = builds.map(({ app }) => app);
  const apps = [...new Set([...now, ...(await readApps(cache))])].slice(0, maxApps);
  await cache.put(appsKey, new Response(JSON.stringify(apps)));
  return apps;
}

/** The apps that this browser has run. A page that writes to the cache decides no more than what is cached. */
async function readApps(cache: StoredFiles): Promise<string[]> {
  const apps: unknown = await (await cache.match(appsKey))?.json().catch(() => null);
  return Array.isArray(apps) ? apps.filter((app) => typeof app === 'string') : [];
}
