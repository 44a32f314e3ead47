import { AwsClient } from 'aws4fetch';
import type { FileStore, FileStores, StoredBuild } from './file-store.ts';
import { inTurn } from './in-turn.ts';

export interface Bucket {
  /** Address of the bucket, by path: `https://s3.example/artifacts`. */
  bucket: string;
  /** Where in it: '' or `some/folder`. */
  folder: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  sessionToken?: string;
}

/** How long one request may take, in milliseconds. */
const timeoutMs = 30_000;
/** How often a request is tried again that the store could not answer. */
const retries = 3;

/**
 * Keeps files as objects of a bucket, `artifacts/…` and `drafts/…`. An answered PUT is kept for
 * good. That nothing is overwritten holds also between several servers if the store knows
 * `If-None-Match` (Amazon's, R2, Ceph do).
 */
export function filesInBucket({ bucket, folder, ...credentials }: Bucket): FileStores {
  const client = new AwsClient({ ...credentials, service: 's3', retries });
  const root = folder === '' ? '' : `${folder}/`;
  const artifacts = storeAt(client, bucket, `${root}artifacts/`);
  return {
    check: async () => void (await artifacts.list('none', 'none')),
    artifacts,
    drafts: storeAt(client, bucket, `${root}drafts/`),
  };
}

function storeAt(client: AwsClient, bucket: string, root: string): FileStore {
  const keyOf = (app: string, build: string, path: string) => `${root}${app}/${build}/${path}`;

  async function request(
    url: string,
    what: string,
    init: RequestInit,
    expected: readonly number[],
  ): Promise<Response> {
    const signal = AbortSignal.timeout(timeoutMs);
    const response = await client.fetch(url, { ...init, signal });
    if (expected.includes(response.status)) return response;
    // With the store's own code, and nothing of the request but its key.
    const code = element(await response.text(), 'Code');
    throw new Error(`the artifact store answered ${response.status} ${code} to ${what}`);
  }

  function ask(
    method: 'GET' | 'PUT' | 'DELETE',
    key: string,
    { body, headers = {} }: { body?: Uint8Array; headers?: Record<string, string> } = {},
    expected: readonly number[] = [200],
  ): Promise<Response> {
    const init = { method, headers, ...(body && { body: Uint8Array.from(body) }) };
    return request(`${bucket}/${encodeKey(key)}`, `${method} ${key}`, init, expected);
  }

  /** All objects whose keys begin with a prefix, in the order of their keys. */
  async function objects(prefix: string) {
    const found: { key: string; changedAt: number; bytes: number }[] = [];
    for (;;) {
      const query = new URLSearchParams({ prefix, marker: found.at(-1)?.key ?? '' });
      const response = await request(`${bucket}?${query}`, `list ${prefix}`, {}, [200]);
      const text = await response.text();
      const page = [...text.matchAll(/<Contents>(.*?)<\/Contents>/gs)].map(([, one = '']) => ({
        key: element(one, 'Key'),
        changedAt: Date.parse(element(one, 'LastModified')),
        bytes: Number(element(one, 'Size')),
      }));
      found.push(...page);
      if (element(text, 'IsTruncated') !== 'true' || page.length === 0) return found;
    }
  }

  const store: FileStore = {
    write: async (app, build, path, body) => {
      await ask('PUT', keyOf(app, build, path), { body });
    },
    keep: async (app, build, path, body) => {
      const headers = { 'if-none-match': '*' };
      const key = keyOf(app, build, path);
      for (let tries = 0; ; tries += 1) {
        const kept = await store.read(app, build, path);
        if (kept !== null) return Buffer.compare(kept, body) === 0;
        // 409: somebody else writes it at this moment, and may fail.
        const expected = tries < retries ? [200, 409, 412] : [200];
        const { status } = await ask('PUT', key, { body, headers }, expected);
        if (status === 200) return true;
      }
    },
    settle: async () => {},
    tidy: async () => {},
    read: async (app, build, path) => {
      const response = await ask('GET', keyOf(app, build, path), {}, [200, 404]);
      if (response.status === 404) {
        await response.body?.cancel();
        return null;
      }
      return new Uint8Array(await response.arrayBuffer());
    },
    list: async (app, build) => {
      const prefix = keyOf(app, build, '');
      return (await objects(prefix)).map(({ key }) => key.slice(prefix.length)).sort();
    },
    remove: async (app, build) => {
      const found = await objects(keyOf(app, build, ''));
      await inTurn(found, ({ key }) => ask('DELETE', key, {}, [200, 204, 404]));
    },
    all: async () => {
      const builds = new Map<string, StoredBuild>();
      for (const { key, changedAt, bytes } of await objects(root)) {
        const [app = '', build = '', ...path] = key.slice(root.length).split('/');
        const known = builds.get(`${app}/${build}`);
        builds.set(`${app}/${build}`, {
          app,
          build,
          changedAt: Math.max(known?.changedAt ?? 0, changedAt),
          sizes: new Map(known?.sizes).set(path.join('/'), bytes),
        });
      }
      return [...builds.values()];
    },
  };
  return store;
}

/** A key as a path: S3 signs everything escaped but letters, digits and `-._~`. */
function encodeKey(key: string): string {
  return key
    .split('/')
    .map((part) =>
      encodeURIComponent(part).replaceAll(
        /[!'()*]/g,
        (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
      ),
    )
    .join('/');
}

/** The text of the first such element; what keys consist of is never escaped in XML. */
function element(xml: string, name: string): string {
  return new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1] ?? '';
}
