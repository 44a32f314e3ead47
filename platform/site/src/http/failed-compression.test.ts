import type { CompressCallback, ZlibOptions } from 'node:zlib';
import { expect, it, onTestFinished, vi } from 'vitest';
import { openTestRegistry, openTestSite } from '../site.testing.ts';

const zlib = vi.hoisted(() => ({ fails: false }));
vi.mock('node:zlib', async (original) => {
  const module = await original<typeof import('node:zlib')>();
  const gzip = (body: Uint8Array, options: ZlibOptions, done: CompressCallback) =>
    zlib.fails ? done(new Error('no memory'), Buffer.of()) : module.gzip(body, options, done);
  return { ...module, gzip };
});

it('is no answer for who asks next', async () => {
  const kept = await openTestRegistry();
  onTestFinished(() => kept.close());
  const site = await openTestSite(kept);
  onTestFinished(async () => void (await site.server.close()));
  await site.release();
  const zipped = { 'accept-encoding': 'gzip' };
  zlib.fails = true;
  const failed = await site.get('/', zipped);
  expect([failed.statusCode, failed.headers['content-encoding']]).toEqual([500, undefined]);
  expect(failed.json()).toMatchObject({ error: 'The site is unavailable right now.' });
  zlib.fails = false;
  const { statusCode, headers } = await site.get('/', zipped);
  expect([statusCode, headers['content-encoding']]).toEqual([200, 'gzip']);
});
