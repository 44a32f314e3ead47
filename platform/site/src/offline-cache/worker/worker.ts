import { within } from '@tallystick/timing/within';
import { type CachedPage, markAsCached, policyHeaders, withNonce } from './cached-page.ts';
import { isAway, kindOf } from './decide.ts';
import { cacheName, openPageCache } from './page-cache.ts';
import { hearPages, readPageMessage } from './page-message.ts';

// The service worker of the offline cache: answers from what this browser cached of the site while
// the site server does not. It is bundled to one script; the site server puts its settings before it.

declare const self: ServiceWorkerGlobalScope;
declare const offlineCacheSettings: {
  /** The site server's public key: raw, base64url. */
  key: string;
  /** Milliseconds that the network has for a page while one is cached. */
  timeoutMs: number;
  /** Headers of every page, beside its policy. */
  headers: Record<string, string>;
  /** What files of the site's own are below. */
  filesBelow: readonly string[];
};

const pageCache = openPageCache({
  key: offlineCacheSettings.key,
  caches: self.caches,
  fetch: (...asked) => self.fetch(...asked),
});

self.addEventListener('install', () => void self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(activate()));
self.addEventListener('fetch', (event) => {
  switch (kindOf(event.request, self.location.origin, offlineCacheSettings.filesBelow)) {
    case 'page':
      return event.respondWith(answerPage(event));
    case 'plain':
      return event.respondWith(network(event));
    case 'file':
      return event.respondWith(answerFile(event.request));
    case null:
  }
});

const hear = hearPages(pageCache);
self.addEventListener('message', (event) => {
  const message = readPageMessage(event.data);
  if (message !== null) event.waitUntil(hear(message));
});

async function activate(): Promise<void> {
  await self.registration.navigationPreload?.enable();
  for (const name of await self.caches.keys()) {
    if (name.startsWith('tallystick-kept-') && name !== cacheName) await self.caches.delete(name);
  }
  await self.clients.claim();
}

/** The answer to the navigation preload, if the browser made one, or else to a request made now. */
async function network(event: FetchEvent): Promise<Response> {
  const preloaded: Response | undefined = await event.preloadResponse;
  return preloaded ?? self.fetch(event.request);
}

/** The network's answer; the cached page if the network has none. */
async function answerPage(event: FetchEvent): Promise<Response> {
  const answer = network(event);
  answer.catch(() => {});
  if (!(await pageCache.has().catch(() => false))) return answer;
  try {
    const response = await within(offlineCacheSettings.timeoutMs, whole(answer));
    if (!isAway(response)) return response;
  } catch {
    // The connection was refused or cut, or the answer took too long.
  }
  const cached = await pageCache.page().catch(() => null);
  return cached === null ? answer : responseOf(cached);
}

/** The answer, once its whole body has arrived. */
async function whole(answer: Promise<Response>): Promise<Response> {
  const response = await answer;
  if (response.body !== null) await response.clone().arrayBuffer();
  return response;
}

function responseOf(cached: CachedPage): Response {
  const page = withNonce(cached, crypto.randomUUID());
  return new Response(markAsCached(page.html), {
    headers: {
      ...offlineCacheSettings.headers,
      'content-type': 'text/html; charset=utf-8',
      ...policyHeaders(page),
    },
  });
}

async function answerFile(request: Request): Promise<Response> {
  // The page did not believe what was cached.
  if (request.cache === 'reload') return self.fetch(request);
  const cached = await pageCache.file(request.url, request.integrity).catch(() => null);
  return cached ?? self.fetch(request);
}
