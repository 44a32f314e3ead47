import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { zstdDecompressSync } from 'node:zlib';
import { artifactBase } from '@tallystick/contract/read-release';
import { artifactSchema } from '@tallystick/contract/release';
import { serverEntryFile } from '@tallystick/contract/server-entry';
import * as v from 'valibot';

/** What stands before the frame of zstd: a magic number and the dictionary's hash (RFC 9842). */
const dczHeader = 40;
const patienceMs = 60_000;

/**
 * Asks a site for all scripts and style sheets of a build as a browser does that has another one.
 * What comes is decoded and compared with the published files. Answers the bytes that they take by
 * brotli alone, and for that browser.
 *
 * @param folders of the artifact that the browser has, and of the one that it gets
 */
export async function measureDifference(siteUrl: string, [had, gets]: readonly [string, string]) {
  const dictionaries: Dictionary[] = [];
  for (const { url, bytes } of await filesOf(siteUrl, had)) {
    const { headers } = await fetch(url, { method: 'HEAD' });
    const match = /match="([^"]+)"/.exec(headers.get('use-as-dictionary') ?? '')?.[1];
    if (match !== undefined)
      dictionaries.push({ match, pattern: new URLPattern(match, url), bytes });
  }
  const total = { brotli: 0, sent: 0 };
  for (const { url, bytes } of await filesOf(siteUrl, gets)) {
    const brotli = await askUntil(url, { 'accept-encoding': 'br' }, isBest);
    const sent = (await askWithDictionary(url, dictionaries)) ?? brotli;
    for (const { plain } of [brotli, sent]) {
      if (!plain.equals(bytes)) throw new Error(`${url} is not what was published`);
    }
    total.brotli += brotli.size;
    total.sent += sent.size;
  }
  return total;
}

/** A file that the browser has, and for which addresses it is a dictionary. */
interface Dictionary {
  match: string;
  pattern: URLPattern;
  bytes: Buffer;
}

interface Answer {
  coding: string | null;
  etag: string;
  /** Bytes of the body as it came. */
  size: number;
  plain: Buffer;
}

async function filesOf(siteUrl: string, folder: string): Promise<{ url: string; bytes: Buffer }[]> {
  const text = await readFile(join(folder, 'artifact.json'), 'utf8');
  const { app, files } = v.parse(artifactSchema, JSON.parse(text));
  const paths = Object.keys(files).filter(
    (path) => path !== serverEntryFile && /\.(js|css)$/.test(path),
  );
  const base = siteUrl + artifactBase(app, basename(folder));
  return await Promise.all(
    paths.map(async (path) => ({ url: base + path, bytes: await readFile(join(folder, path)) })),
  );
}

/** Asks with the dictionary that a browser would choose; null if it has none. */
async function askWithDictionary(
  url: string,
  dictionaries: readonly Dictionary[],
): Promise<Answer | null> {
  const [best] = dictionaries
    .filter(({ pattern }) => pattern.test(url))
    .sort((one, other) => other.match.length - one.match.length);
  if (best === undefined) return null;
  const hash = createHash('sha256').update(best.bytes).digest('base64');
  const headers = { 'accept-encoding': 'br, dcz', 'available-dictionary': `:${hash}:` };
  const answer = await askUntil(url, headers, ({ coding }) => coding === 'dcz');
  const dictionary = best.bytes;
  return { ...answer, plain: zstdDecompressSync(answer.plain.subarray(dczHeader), { dictionary }) };
}

/** The best brotli, or a file that is too small for any. */
const isBest = ({ coding, etag }: Answer) => coding === null || etag.endsWith('-br"');

/** `fetch` leaves a body as it is if it cannot decode it. */
async function askUntil(
  url: string,
  headers: Record<string, string>,
  isIt: (answer: Answer) => boolean,
): Promise<Answer> {
  const until = performance.now() + patienceMs;
  for (;;) {
    const answer = await fetch(url, { headers });
    const found = {
      coding: answer.headers.get('content-encoding'),
      etag: answer.headers.get('etag') ?? '',
      size: Number(answer.headers.get('content-length')),
      plain: Buffer.from(await answer.arrayBuffer()),
    };
    if (isIt(found)) return found;
    if (performance.now() > until) throw new Error(`${url} still comes as ${found.coding}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
