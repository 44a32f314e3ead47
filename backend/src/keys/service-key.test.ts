import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openServiceKey } from './service-key.ts';

describe('service key', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tallystick-key-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('is the same for everybody who opens it at once, and at the next start', async () => {
    const opened = await Promise.all(Array.from({ length: 8 }, () => openServiceKey(folder)));
    const again = await openServiceKey(folder);
    const keys = [...opened, again].map((key) => Buffer.from(key('live-session')).toString('hex'));
    expect(new Set(keys).size).toBe(1);
    expect(keys[0]).toMatch(/^[0-9a-f]{64}$/);
  });

  it('gives each purpose a key of its own', async () => {
    const key = await openServiceKey(folder);
    expect(key('live-session')).not.toEqual(key('sandbox-code'));
  });

  it('can be read by its owner alone, and leaves nothing else behind', async () => {
    await openServiceKey(folder);
    expect(await readdir(folder)).toEqual(['service.key']);
    expect((await stat(join(folder, 'service.key'))).mode & 0o777).toBe(0o600);
  });

  it('makes the folder if need be', async () => {
    await openServiceKey(join(folder, 'a', 'b'));
    expect(await readdir(join(folder, 'a', 'b'))).toEqual(['service.key']);
  });

  it('refuses a damaged file in one line', async () => {
    await writeFile(join(folder, 'service.key'), 'short');
    await expect(openServiceKey(folder)).rejects.toThrow(/^.*service\.key is damaged: .*$/);
  });
});
