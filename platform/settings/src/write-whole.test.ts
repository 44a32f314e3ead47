import { mkdir, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { secret, writeOnce, writeWhole } from './write-whole.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tallystick-shared-'));
});
afterEach(() => rm(folder, { recursive: true }));

it('writes a file in folders that are made, over the one before, and leaves nothing beside it', async () => {
  const file = join(folder, 'a/b/file');
  await writeWhole(file, 'first', secret);
  await writeWhole(file, 'second', secret);
  expect(await readFile(file, 'utf8')).toBe('second');
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(await readdir(join(folder, 'a/b'))).toEqual(['file']);
});

it('leaves nothing where it cannot write', async () => {
  await mkdir(join(folder, 'taken'));
  await expect(writeWhole(join(folder, 'taken'), 'text')).rejects.toThrow();
  expect(await readdir(folder)).toEqual(['taken']);
});

it('keeps what is there, whoever comes later or at once', async () => {
  const file = join(folder, 'key');
  const texts = ['one', 'two', 'three'];
  await Promise.all(texts.map((text) => writeOnce(file, text)));
  const kept = await readFile(file, 'utf8');
  expect(texts).toContain(kept);
  await writeOnce(file, 'late');
  expect(await readFile(file, 'utf8')).toBe(kept);
  expect(await readdir(folder)).toEqual(['key']);
});
