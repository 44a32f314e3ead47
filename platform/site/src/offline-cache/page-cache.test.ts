import { integrityOf } from '@tallystick/contract/file-hashes';
import { beforeEach, expect, it } from 'vitest';
import { pageKey } from './page-key.ts';
import type { CachedPage } from './worker/cached-page.ts';
import { openPageCache, type PageCache } from './worker/page-cache.ts';
import { hearPages } from './worker/page-message.ts';

const key = pageKey(new Uint8Array(32).fill(3));
const build = '1.0.0-aaaaaaaaaaaa';
const release = '{"revision":1}';
const html = `<html ><script type="application/json" id="release">${release}</script>`;
const ran = (...apps: string[]) => ({
  release,
  configuration: '',
  builds: apps.map((app) => ({ app, build })),
});

type Asked = string | URL | Request;

/** What the site has, by path. */
let site: Map<string, Response>;
/** What was asked of it. */
let asked: string[];
let stored: Map<string, Response>;
/** What happens while a path is asked for. */
let meanwhile: (path: string) => Promise<unknown>;
let cache: PageCache;

beforeEach(() => {
  asked = [];
  meanwhile = async () => {};
  stored = new Map();
  site = new Map();
  const pathOf = (request: Asked) =>
    new URL(String(request instanceof Request ? request.url : request), 'http://site.test')
      .pathname;
  const entries = {
    match: async (request: Asked) => stored.get(pathOf(request))?.clone(),
    put: async (request: Asked, response: Response) => void stored.set(pathOf(request), response),
    delete: async (request: Asked) => stored.delete(pathOf(request)),
    keys: async () => [...stored.keys()].map((path) => new Request(`http://site.test${path}`)),
  };
  const caches = { open: async () => entries };
  cache = openPageCache({
    key: key.publicKey,
    caches,
    fetch: async (request: Asked) => {
      asked.push(pathOf(request));
      await meanwhile(pathOf(request));
      return site.get(pathOf(request))?.clone() ?? new Response(null, { status: 404 });
    },
  });
});

/** Has the site serve a page of the shell and these remotes: how many bytes they say to be. */
function serve(remotes: Record<string, number>): void {
  const page: CachedPage = {
    html,
    policy: '',
    files: { '/artifacts/shell/1/main.js': put('/artifacts/shell/1/main.js', 'shell') },
    builds: [
      { app: 'shell', build, bytes: 5 },
      ...Object.entries(remotes).map(([app, bytes]) => {
        const base = `/artifacts/${app}/${build}/`;
        const files = {
          'a.js': put(`${base}a.js`, app),
          'b.css': put(`${base}b.css`, app),
          'a.js.map': 'sha384-none',
        };
        const path = `/artifacts/${app}/${build}.json`;
        const text = JSON.stringify({ artifact: { files } });
        const hash = put(path, JSON.stringify({ text, signature: '' }));
        return { app, build, bytes, attestation: { path, hash } };
      }),
    ],
  };
  const json = JSON.stringify(page);
  const headers = { 'x-page-proof': key.sign(json) };
  site.set('/keeper/page.json', new Response(json, { headers }));
}

function put(path: string, text: string): string {
  site.set(path, new Response(text));
  return integrityOf(Buffer.from(text));
}

const filesOf = (app: string) => [
  `/artifacts/${app}/${build}.json`,
  `/artifacts/${app}/${build}/a.js`,
  `/artifacts/${app}/${build}/b.css`,
];
const textOf = async (path: string) =>
  (await cache.file(`http://site.test${path}`, ''))?.text() ?? null;

it('asks for nothing of a large remote that never ran here, and for all of one that does', async () => {
  serve({ a: 1_000_000, huge: 100_000_000, large: 1_000_000 });
  await cache.update(ran('a'));
  expect(asked).toEqual(['/keeper/page.json', '/artifacts/shell/1/main.js', ...filesOf('a')]);
  asked.length = 0;
  await cache.update(ran('a', 'large'));
  expect(asked).toEqual(filesOf('large'));
});

it('keeps what ran here before where another page runs', async () => {
  serve({ a: 1_000_000, b: 1_000_000 });
  await cache.update(ran('a'));
  await cache.update(ran('b'));
  expect([...stored.keys()]).toEqual(expect.arrayContaining([...filesOf('a'), ...filesOf('b')]));
});

it('keeps no page of a release that has not run here, and what it had of the one that has', async () => {
  serve({ a: 1 });
  await cache.update({ ...ran('a'), release: '{"revision":0}' });
  expect([...stored.keys()]).toEqual([]);
  await cache.update(ran('a'));
  const kept = [...stored.keys()];
  await cache.update({ ...ran('a'), release: '{"revision":2}' });
  expect([...stored.keys()]).toEqual(kept);
  expect((await cache.page())?.html).toBe(html);
});

it('answers with files by the hashes of attestations that the page names, and with no other', async () => {
  serve({ a: 1 });
  await cache.update(ran('a'));
  const [attestation = '', file = ''] = filesOf('a');
  expect(await textOf(file)).toBe('a');
  stored.set(file, new Response('forged'));
  expect(await textOf(file)).toBeNull();
  const forged = { artifact: { files: { 'a.js': integrityOf(Buffer.from('forged')) } } };
  stored.set(attestation, Response.json({ text: JSON.stringify(forged), signature: '' }));
  stored.set(file, new Response('forged'));
  expect(await textOf(file)).toBeNull();
  expect(await textOf(attestation)).toBeNull();
});

it('keeps the page where a file of a remote does not come, and nothing of that remote', async () => {
  serve({ a: 1, b: 1 });
  site.delete(`/artifacts/a/${build}/a.js`);
  await cache.update(ran('a'));
  expect((await cache.page())?.html).toBe(html);
  expect([...stored.keys()]).toEqual(expect.arrayContaining(filesOf('b')));
  expect([...stored.keys()].filter((path) => path.startsWith('/artifacts/a/'))).toEqual([]);
});

it('keeps what has come for a page, though another page asks for it before all has', async () => {
  serve({ a: 1 });
  const script = '/artifacts/shell/1/main.js';
  meanwhile = (path) => textOf(path === script ? '/' : script);
  await cache.update(ran('a'));
  expect([...stored.keys()]).toContain(script);
  expect(await textOf(script)).toBe('shell');
});

it('keeps nothing of a remote of which one file comes after another did not', async () => {
  serve({ a: 1 });
  site.delete(`/artifacts/a/${build}/a.js`);
  const turn = () => new Promise((next) => setImmediate(next));
  meanwhile = async (path) => path.endsWith('b.css') && turn();
  await cache.update(ran('a'));
  await turn();
  expect([...stored.keys()].filter((path) => path.startsWith('/artifacts/a/'))).toEqual([]);
});

it('forgets a page with a recalled build at once, and again after what was still being fetched', async () => {
  serve({ a: 1 });
  const hear = hearPages(cache);
  const forget = { type: 'recalled', app: 'a', build } as const;
  const isKept = () => stored.has('/keeper/page.json');
  const page = site.get('/keeper/page.json')?.clone();
  if (page !== undefined) stored.set('/keeper/page.json', page);
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
  meanwhile = () => answered;
  const heard = [hear({ type: 'ran', ...ran('a') }), hear(forget)];
  await expect.poll(isKept).toBe(false);
  answer();
  await Promise.all(heard);
  await Promise.all([hear({ type: 'ran', ...ran('a') }), hear(forget)]);
  expect(isKept()).toBe(false);
});
