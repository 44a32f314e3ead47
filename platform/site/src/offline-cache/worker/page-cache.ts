import {
  type CachedBuild,
  type CachedPage,
  type Files,
  type Inlined,
  inlinedIn,
  isSame,
  mayRun,
  pageFiles,
  signedText,
} from './cached-page.ts';
import { chooseBuilds } from './choose-builds.ts';

/** The number rises when the format of the cached entries changes. */
export const cacheName = 'tallystick-kept-1';
/** Where the site server has the page to cache; also its key in the cache. */
const pageKey = '/keeper/page.json';
/** Key of the apps that this browser has run, the last one first: JSON. */
const appsKey = '/keeper/apps.json';
const maxApps = 100;
const signatureHeader = 'x-page-proof';
/** How many files are fetched at a time, so that the page's own come first. */
const maxParallelFetches = 2;

/** What is used of a browser's cache. */
type StoredFiles = Pick<Cache, 'match' | 'put' | 'delete' | 'keys'>;

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

/** A page's JSON and the signature of it, base64url. */
interface SignedPage {
  json: string;
  signature: string;
}

export type PageCache = ReturnType<typeof openPageCache>;

/**
 * What this browser caches of the site: one page, and the files of the remotes that ran here (see
 * choose-builds.ts). All pages of the site can write to the cache too, so nothing read from it is
 * trusted: the page is verified by the site server's key, attestations by a hash in the page, files by
 * a hash in their attestation.
 */
export function openPageCache({ key, caches, fetch }: PageCacheParts) {
  const verifying = crypto.subtle.importKey('raw', bytesOf(key), 'Ed25519', false, ['verify']);
  verifying.catch(() => {});
  let known: { json: string; page: CachedPage } | null = null;

  async function openPage({ json, signature }: SignedPage): Promise<CachedPage | null> {
    if (known?.json === json) return known.page;
    const text = new TextEncoder().encode(signedText(json));
    const valid = await crypto.subtle.verify('Ed25519', await verifying, bytesOf(signature), text);
    if (!valid) return null;
    const page: CachedPage = JSON.parse(json);
    known = { json, page };
    return page;
  }

  /** The cached page; null: there is none, or its signature is wrong. */
  async function page(): Promise<CachedPage | null> {
    const cache = await caches.open(cacheName);
    const found = await cache.match(pageKey);
    return found === undefined ? null : openPage(await signedPageIn(found));
  }

  /** Puts files into the cache that are not there; `added` gets the paths of those. */
  async function fetchFiles(cache: StoredFiles, files: Files, added: string[]): Promise<void> {
    // Where one worker fails, the other takes no more of it.
    const queue = (function* () {
      yield* Object.entries(files);
    })();
    const work = async () => {
      for (const [path, integrity] of queue) {
        if ((await cache.match(path)) !== undefined) continue;
        const answer = await fetch(path, { integrity, priority: 'low' });
        if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
        added.push(path);
        await cache.put(path, answer);
      }
    };
    const works = Array.from({ length: maxParallelFetches }, work);
    // Nothing comes after the caller has cleared away what had come.
    await Promise.all(works).finally(() => Promise.allSettled(works));
  }

  /** The files of a build, by its cached attestation; none: that is not there, or not what it was. */
  async function filesOf(
    cache: StoredFiles,
    { app, build, attestation }: CachedBuild,
  ): Promise<Files> {
    const found = attestation && (await cache.match(attestation.path));
    const bytes = await found?.arrayBuffer();
    if (bytes === undefined || (await integrityOf(bytes)) !== attestation?.hash) return {};
    const { text } = JSON.parse(new TextDecoder().decode(bytes));
    return pageFiles(`/artifacts/${app}/${build}/`, JSON.parse(text).artifact.files);
  }

  /** Caches one build of a remote, or nothing of it; answers all that is to stay of it. */
  async function fetchBuild(cache: StoredFiles, cached: CachedBuild): Promise<Files> {
    const { path = '', hash = '' } = cached.attestation ?? {};
    const added: string[] = [];
    try {
      await fetchFiles(cache, { [path]: hash }, added);
      const files = await filesOf(cache, cached);
      await fetchFiles(cache, files, added);
      return { ...files, [path]: hash };
    } catch {
      // The quota is used up, or a file could not be fetched.
      await Promise.all(added.map((one) => cache.delete(one)));
      return {};
    }
  }

  /** The hash that the cached page, or an attestation that it names, states of a path. */
  async function statedHash(cache: StoredFiles, path: string): Promise<string | undefined> {
    const { files = {}, builds = [] } = (await page()) ?? {};
    if (files[path] !== undefined) return files[path];
    const [, , app, name] = path.split('/');
    const isIts = (one: CachedBuild) =>
      one.app === app && (one.build === name || one.attestation?.path === path);
    const build = builds.find(isIts);
    if (build === undefined) return undefined;
    return build.attestation?.path === path
      ? build.attestation.hash
      : (await filesOf(cache, build))[path];
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
      const integrity = stated === '' ? await statedHash(cache, pathname) : stated;
      // Nothing states it yet where its page is still being cached.
      if (integrity === undefined) return null;
      const bytes = await found.arrayBuffer();
      if ((await integrityOf(bytes)) !== integrity) {
        await cache.delete(address);
        return null;
      }
      const type = found.headers.get('content-type') ?? 'application/octet-stream';
      return new Response(bytes, {
        headers: { 'content-type': type, 'x-content-type-options': 'nosniff' },
      });
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
      const now = ran.builds.map(({ app }) => app);
      const apps = [...new Set([...now, ...(await readApps(cache))])].slice(0, maxApps);
      await cache.put(appsKey, new Response(JSON.stringify(apps)));
      const added: string[] = [];
      try {
        await fetchFiles(cache, fresh.files, added);
        const needed = new Set([pageKey, appsKey, ...Object.keys(fresh.files)]);
        for (const build of chooseBuilds(fresh, apps, ran.builds)) {
          for (const path of Object.keys(await fetchBuild(cache, build))) needed.add(path);
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

async function signedPageIn(response: Response): Promise<SignedPage> {
  return { json: await response.text(), signature: response.headers.get(signatureHeader) ?? '' };
}

function responseOf({ json, signature }: SignedPage): Response {
  return new Response(json, { headers: { [signatureHeader]: signature } });
}

/** The apps that this browser has run. Whoever can write to the cache decides no more than what is cached. */
async function readApps(cache: StoredFiles): Promise<string[]> {
  const apps: unknown = await (await cache.match(appsKey))?.json().catch(() => null);
  return Array.isArray(apps) ? apps.filter((app) => typeof app === 'string') : [];
}

async function prune(cache: StoredFiles, needed: ReadonlySet<string>): Promise<void> {
  for (const request of await cache.keys()) {
    if (!needed.has(new URL(request.url).pathname)) await cache.delete(request);
  }
}

async function integrityOf(bytes: ArrayBuffer): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-384', bytes));
  return `sha384-${btoa(String.fromCharCode(...digest))}`;
}

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}
