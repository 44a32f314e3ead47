import { createHash, randomBytes } from 'node:crypto';
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import {
  type CacheInFront,
  isHere,
  programs,
  startCache,
} from '@tallystick/guard/cache-in-front.testing';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  openTestRegistry,
  openTestSite,
  type TestRegistry,
  type TestSite,
} from '../site.testing.ts';

// A cache for many between browsers that have an earlier build of a script and browsers that have not.

const library = randomBytes(12_000).toString('hex');
const scriptOf = (line: string) => `const library='${library}';\nconsole.log(${line});\n`;
const [earlier, later] = [scriptOf('1'), scriptOf('2')];
const has = (text: string) => ({
  'available-dictionary': `:${createHash('sha256').update(text).digest('base64')}:`,
});
const newest = 'gzip, deflate, br, zstd, dcb, dcz';

let kept: TestRegistry;
let site: TestSite;
let port: number;
let url: string;
let served = 0;
beforeAll(async () => {
  kept = await openTestRegistry();
  site = await openTestSite(kept);
  site.server.addHook('onRequest', async ({ url: asked }) => {
    if (asked === url) served += 1;
  });
  await site.server.listen({ host: '127.0.0.1', port: 0 });
  const address = site.server.server.address();
  port = typeof address === 'object' && address !== null ? address.port : 0;
  const shell = await site.publish('shell', {});
  for (const text of [earlier, later]) {
    const build = await site.publish('mfe-note', { 'main.js': text });
    await site.promote({ shell, 'mfe-note': build });
    url = `/artifacts/mfe-note/${build}/main.js`;
  }
  const asked = { 'accept-encoding': newest, ...has(earlier) };
  const isMade = async () => (await site.get(url, asked)).headers['content-encoding'] === 'dcz';
  await vi.waitUntil(isMade, { timeout: 60_000 });
});
afterAll(async () => {
  await site.server.close();
  await kept.close();
});

/** Who asks, and the coding in which the script comes to them. */
const browsers: readonly [string, Record<string, string>, string | undefined][] = [
  ['has the earlier build', { 'accept-encoding': newest, ...has(earlier) }, 'dcz'],
  ['has nothing', { 'accept-encoding': newest }, 'br'],
  ['has something else', { 'accept-encoding': newest, ...has('else') }, 'br'],
  ['knows no dictionaries', { 'accept-encoding': 'gzip, deflate, br' }, 'br'],
  ['knows gzip alone', { 'accept-encoding': 'gzip', ...has(earlier) }, 'gzip'],
  ['knows no coding', {}, undefined],
];

function decoded(body: Buffer, coding: string | undefined): string {
  if (coding === 'br') return brotliDecompressSync(body).toString();
  if (coding === 'gzip') return gunzipSync(body).toString();
  if (coding !== 'dcz') return body.toString();
  return zstdDecompressSync(body.subarray(40), { dictionary: Buffer.from(earlier) }).toString();
}

for (const program of ['nginx', 'HAProxy'] as const) {
  const why = isHere(program) ? '' : ` (skipped: there is no ${programs[program]})`;
  describe.skipIf(!isHere(program))(`behind the cache of ${program}${why}`, () => {
    let cache: CacheInFront;
    beforeAll(async () => {
      cache = await startCache(program, port);
    });
    afterAll(() => cache?.close());

    it('each browser gets the script in a coding that it can read, whoever asked before', async () => {
      const rounds = [browsers, browsers.toReversed(), browsers];
      for (const [who, headers, coding] of rounds.flat()) {
        const answer = await cache.get(url, headers);
        expect([who, answer.headers['content-encoding']]).toEqual([who, coding]);
        expect(decoded(answer.body, coding)).toBe(later);
        expect(String(answer.headers.vary).toLowerCase()).toContain('available-dictionary');
      }
    });

    // HAProxy keeps nothing that varies by what it does not know.
    if (program === 'HAProxy') return;
    it('which then comes from the cache', async () => {
      const before = served;
      for (const [, headers] of browsers) await cache.get(url, headers);
      expect(served).toBe(before);
    });
  });
}
