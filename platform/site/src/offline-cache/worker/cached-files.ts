import { type CachedBuild, type CachedPage, type Files, pageFiles } from './cached-page.ts';

/** How many files are fetched at a time, so that the page's own come first. */
const maxParallelFetches = 2;

/** What is used of a browser's cache. */
export type StoredFiles = Pick<Cache, 'match' | 'put' | 'delete' | 'keys'>;

/** A cache, and by what the files for it are fetched. */
interface Filling {
  cache: StoredFiles;
  fetch: typeof fetch;
}

/** Puts files into the cache that are not there; `added` gets the paths of those. */
export async function fetchFiles(
  { cache, fetch }: Filling,
  files: Files,
  added: string[],
): Promise<void> {
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
  // After a failure the caller removes what was added, so no worker may add anything later.
  await Promise.all(works).finally(() => Promise.allSettled(works));
}

/** Caches one build of a remote, or nothing of it; answers all that is to stay of it. */
export async function fetchBuild(filling: Filling, cached: CachedBuild): Promise<Files> {
  const { cache } = filling;
  const { path = '', hash = '' } = cached.attestation ?? {};
  const added: string[] = [];
  try {
    await fetchFiles(filling, { [path]: hash }, added);
    const files = await filesOf(cache, cached);
    await fetchFiles(filling, files, added);
    return { ...files, [path]: hash };
  } catch {
    // The quota is used up, or a file could not be fetched.
    await Promise.all(added.map((one) => cache.delete(one)));
    return {};
  }
}

/** The files of a build, by its cached attestation. None: the attestation is not cached, or has another hash. */
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

/** The hash that the cached page, or an attestation that it names, states of a path. */
export async function statedHash(
  cache: StoredFiles,
  page: CachedPage | null,
  path: string,
): Promise<string | undefined> {
  const { files = {}, builds = [] } = page ?? {};
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

/** A cached file as an answer; null: it does not have this hash. */
export async function verifiedAnswer(found: Response, integrity: string): Promise<Response | null> {
  const bytes = await found.arrayBuffer();
  if ((await integrityOf(bytes)) !== integrity) return null;
  const type = found.headers.get('content-type') ?? 'application/octet-stream';
  return new Response(bytes, {
    headers: { 'content-type': type, 'x-content-type-options': 'nosniff' },
  });
}

/** Removes everything from the cache but these paths. */
export async function prune(cache: StoredFiles, needed: ReadonlySet<string>): Promise<void> {
  for (const request of await cache.keys()) {
    if (!needed.has(new URL(request.url).pathname)) await cache.delete(request);
  }
}

async function integrityOf(bytes: ArrayBuffer): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-384', bytes));
  return `sha384-${btoa(String.fromCharCode(...digest))}`;
}
