import { isAway, kindOf, within } from './decide.ts';
import { type KeptPage, marked } from './kept-page.ts';
import { openStore, storeName } from './store.ts';
import { type Told, toldIn } from './told.ts';

// The keeper: answers from what this browser kept of the site, where the site server does not.
// The site server joins these files to one script and puts its settings before them.

declare const self: ServiceWorkerGlobalScope;
declare const keeperSettings: {
  /** The site server's public key: raw, base64url. */
  key: string;
  /** Milliseconds that the network has for a page, while one is kept. */
  budget: number;
  /** Headers of every page, beside its policy. */
  headers: Record<string, string>;
};

const store = openStore({
  key: keeperSettings.key,
  caches: self.caches,
  fetch: (...asked) => self.fetch(...asked),
});

self.addEventListener('install', () => void self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(begin()));
self.addEventListener('fetch', (event) => {
  switch (kindOf(event.request, self.location.origin)) {
    case 'page':
      return event.respondWith(answerPage(event));
    case 'plain':
      return event.respondWith(network(event));
    case 'file':
      return event.respondWith(answerFile(event.request));
    case null:
  }
});

let turn: Promise<unknown> = Promise.resolve();
self.addEventListener('message', (event) => {
  const told = toldIn(event.data);
  if (told === null) return;
  // What cannot be kept is not: the site works without.
  turn = turn.then(() => follow(told)).catch(() => {});
  event.waitUntil(turn);
});

function follow(told: Told): Promise<void> {
  return told.type === 'ran' ? store.keep(told) : store.forget(told);
}

async function begin(): Promise<void> {
  await self.registration.navigationPreload?.enable();
  for (const name of await self.caches.keys()) {
    if (name.startsWith('tallystick-kept-') && name !== storeName) await self.caches.delete(name);
  }
  await self.clients.claim();
}

/** What the browser asked for while this worker woke, or asks for now. */
async function network(event: FetchEvent): Promise<Response> {
  const preloaded: Response | undefined = await event.preloadResponse;
  return preloaded ?? self.fetch(event.request);
}

/** The network's answer, always, unless it has none; then the kept page. */
async function answerPage(event: FetchEvent): Promise<Response> {
  const answer = network(event);
  answer.catch(() => {});
  if (!(await store.has().catch(() => false))) return answer;
  try {
    const response = await within(keeperSettings.budget, whole(answer));
    if (!isAway(response.status)) return response;
  } catch {
    // Refused, cut off or too late.
  }
  const kept = await store.page().catch(() => null);
  return kept === null ? answer : responseOf(kept);
}

/** The answer, once all of it is here. */
async function whole(answer: Promise<Response>): Promise<Response> {
  const response = await answer;
  if (response.body !== null) await response.clone().arrayBuffer();
  return response;
}

function responseOf({ html, policy }: KeptPage): Response {
  return new Response(marked(html), {
    headers: {
      ...keeperSettings.headers,
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy,
    },
  });
}

async function answerFile(request: Request): Promise<Response> {
  const kept = await store.file(request.url, request.integrity).catch(() => null);
  return kept ?? self.fetch(request);
}
