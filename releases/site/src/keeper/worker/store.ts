import { type Inlined, inlinedIn, isSame, type KeptPage, mayRun, provenText } from './kept-page.ts';

/** The number rises when what is kept changes its form. */
export const storeName = 'tallystick-kept-1';
/** Where the site server has the page to keep; its key in the store too. */
const pageKey = '/keeper/page.json';
const proofHeader = 'x-page-proof';
/** How many files are fetched at a time, so that the page's own come first. */
const atOnce = 2;

/**
 * What this browser keeps of the site: one page, and every file that it may load. All pages of the
 * site can write here too, so nothing that comes out is believed: the page is held against the
 * site server's key, each file against a hash.
 */
export interface Store {
  /** The kept page, if the site server sent it as it stands there. */
  page(): Promise<KeptPage | null>;
  /** Whether something is kept, good or not. */
  has(): Promise<boolean>;
  /** A kept file that has this hash; '': the one that the kept page states. */
  file(address: string, integrity: string): Promise<Response | null>;
  /** Keeps the page that inlines this, with all its files, in place of what was kept; or nothing. */
  keep(ran: Inlined): Promise<void>;
  /** Lets go of a page that may come to run this build. */
  forget(build: { app: string; build: string }): Promise<void>;
}

export interface StoreParts {
  /** The site server's public key: raw, base64url. */
  key: string;
  caches: CacheStorage;
  fetch: typeof fetch;
}

/** A page's JSON and the signature of it, base64url. */
interface Proven {
  json: string;
  proof: string;
}

export function openStore({ key, caches, fetch }: StoreParts): Store {
  const verifying = crypto.subtle.importKey('raw', bytesOf(key), 'Ed25519', false, ['verify']);
  verifying.catch(() => {});
  let known: { json: string; page: KeptPage } | null = null;

  async function openPage({ json, proof }: Proven): Promise<KeptPage | null> {
    if (known?.json === json) return known.page;
    const text = new TextEncoder().encode(provenText(json));
    const good = await crypto.subtle.verify('Ed25519', await verifying, bytesOf(proof), text);
    if (!good) return null;
    const page: KeptPage = JSON.parse(json);
    known = { json, page };
    return page;
  }

  async function page(): Promise<KeptPage | null> {
    const cache = await caches.open(storeName);
    const found = await cache.match(pageKey);
    return found === undefined ? null : openPage(await provenIn(found));
  }

  async function fetchFiles(cache: Cache, { files }: KeptPage, added: string[]): Promise<void> {
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
    await Promise.all(Array.from({ length: atOnce }, work));
  }

  return {
    page,
    async has() {
      const cache = await caches.open(storeName);
      return (await cache.match(pageKey)) !== undefined;
    },
    async file(address, stated) {
      const cache = await caches.open(storeName);
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
    async keep(ran) {
      const cache = await caches.open(storeName);
      const before = await page();
      if (before !== null && isSame(inlinedIn(before.html), ran)) return;
      const answer = await fetch(pageKey, { cache: 'no-cache', redirect: 'error' });
      if (!answer.ok) return;
      const proven = await provenIn(answer);
      const fresh = await openPage(proven);
      if (fresh === null || !isSame(inlinedIn(fresh.html), ran)) return;
      const added: string[] = [];
      try {
        await fetchFiles(cache, fresh, added);
        await cache.put(pageKey, storedForm(proven));
        await prune(cache, new Set([pageKey, ...Object.keys(fresh.files)]));
      } catch (error) {
        // No room, or a file that did not come: what was kept before stays as it was.
        const leave = added.filter((path) => before?.files[path] === undefined);
        await Promise.all(leave.map((path) => cache.delete(path)));
        throw error;
      }
    },
    async forget(build) {
      const kept = await page();
      if (kept === null || !mayRun(kept, build)) return;
      const cache = await caches.open(storeName);
      await cache.delete(pageKey);
    },
  };
}

async function provenIn(response: Response): Promise<Proven> {
  return { json: await response.text(), proof: response.headers.get(proofHeader) ?? '' };
}

function storedForm({ json, proof }: Proven): Response {
  return new Response(json, { headers: { [proofHeader]: proof } });
}

async function prune(cache: Cache, stay: ReadonlySet<string>): Promise<void> {
  for (const request of await cache.keys()) {
    if (!stay.has(new URL(request.url).pathname)) await cache.delete(request);
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
