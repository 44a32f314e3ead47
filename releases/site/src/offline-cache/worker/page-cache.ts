import {
  type CachedPage,
  type Inlined,
  inlinedIn,
  isSame,
  mayRun,
  signedText,
} from './cached-page.ts';

/** The number rises when the format of the cached entries changes. */
export const cacheName = 'tallystick-kept-1';
/** Where the site server has the page to cache; also its key in the cache. */
const pageKey = '/keeper/page.json';
const signatureHeader = 'x-page-proof';
/** How many files are fetched at a time, so that the page's own come first. */
const maxParallelFetches = 2;

/**
 * What this browser caches of the site: one page, and every file that it may load. All pages of the
 * site can write to the cache too, so nothing read from it is trusted: the page is verified by the
 * site server's key, each file by a hash.
 */
export interface PageCache {
  /** The cached page; null: there is none, or its signature is wrong. */
  page(): Promise<CachedPage | null>;
  /** Whether there is an entry for a page, valid or not. */
  has(): Promise<boolean>;
  /** A cached file that has this hash; '': the hash that the cached page states. */
  file(address: string, integrity: string): Promise<Response | null>;
  /**
   * Caches the page that inlines this, with all its files, in place of the one before. Does nothing
   * if the site server has another page by now.
   */
  update(ran: Inlined): Promise<void>;
  /** Deletes the cached page if it may come to run this build. */
  forget(build: { app: string; build: string }): Promise<void>;
}

export interface PageCacheParts {
  /** The site server's public key: raw, base64url. */
  key: string;
  caches: CacheStorage;
  fetch: typeof fetch;
}

/** A page's JSON and the signature of it, base64url. */
interface SignedPage {
  json: string;
  signature: string;
}

export function openPageCache({ key, caches, fetch }: PageCacheParts): PageCache {
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

  async function page(): Promise<CachedPage | null> {
    const cache = await caches.open(cacheName);
    const found = await cache.match(pageKey);
    return found === undefined ? null : openPage(await signedPageIn(found));
  }

  async function fetchFiles(cache: Cache, { files }: CachedPage, added: string[]): Promise<void> {
    const queue = Object.entries(files).values();
    const work = async () => {
      for (const [path, integrity] of queue) {
        if ((await cache.match(path)) !== undefined) continue;
        const answer = await fetch(path, { integrity, priority: 'low' });
        if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
        added.push(path);
        await cache.put(path, answer);
      }
    };
    await Promise.all(Array.from({ length: maxParallelFetches }, work));
  }

  return {
    page,
    async has() {
      const cache = await caches.open(cacheName);
      return (await cache.match(pageKey)) !== undefined;
    },
    async file(address, stated) {
      const cache = await caches.open(cacheName);
      const found = await cache.match(address);
      if (found === undefined) return null;
      const integrity = stated === '' ? (await page())?.files[new URL(address).pathname] : stated;
      const bytes = await found.arrayBuffer();
      if (integrity === undefined || (await integrityOf(bytes)) !== integrity) {
        await cache.delete(address);
        return null;
      }
      const type = found.headers.get('content-type') ?? 'application/octet-stream';
      return new Response(bytes, {
        headers: { 'content-type': type, 'x-content-type-options': 'nosniff' },
      });
    },
    async update(ran) {
      const cache = await caches.open(cacheName);
      const before = await page();
      if (before !== null && isSame(inlinedIn(before.html), ran)) return;
      const answer = await fetch(pageKey, { cache: 'no-cache', redirect: 'error' });
      if (!answer.ok) return;
      const signed = await signedPageIn(answer);
      const fresh = await openPage(signed);
      if (fresh === null || !isSame(inlinedIn(fresh.html), ran)) return;
      const added: string[] = [];
      try {
        await fetchFiles(cache, fresh, added);
        await cache.put(pageKey, responseOf(signed));
        await prune(cache, new Set([pageKey, ...Object.keys(fresh.files)]));
      } catch (error) {
        // The quota is used up, or a file could not be fetched: the page before stays cached.
        const orphans = added.filter((path) => before?.files[path] === undefined);
        await Promise.all(orphans.map((path) => cache.delete(path)));
        throw error;
      }
    },
    async forget(build) {
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

async function prune(cache: Cache, needed: ReadonlySet<string>): Promise<void> {
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
