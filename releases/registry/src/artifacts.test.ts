import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openArtifactStore } from './artifacts.ts';
import { integrity, writeBuild } from './build.testing.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tallystick-artifacts-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const source = (name: string) => join(folder, name);
const store = () => openArtifactStore(join(folder, 'data'));

describe('the artifact store', () => {
  it('takes in a build, and gives back its record and its files', async () => {
    await writeBuild(source('a'), { 'remote-entry.js': 'one' });
    const result = await store().publish(source('a'));
    expect(result).toMatchObject({ ok: true, published: true, artifact: { app: 'mfe-note' } });
    const record = await store().read('mfe-note', '1.0.0-aaaaaaaaaaaa');
    expect(record?.artifact.files['remote-entry.js']).toBe(integrity('one'));
    const file = join(store().filesFolder, 'mfe-note/1.0.0-aaaaaaaaaaaa/remote-entry.js');
    expect(await readFile(file, 'utf8')).toBe('one');
  });

  it('takes the same content twice as one artifact', async () => {
    await writeBuild(source('a'), { 'remote-entry.js': 'one' });
    await store().publish(source('a'));
    expect(await store().publish(source('a'))).toMatchObject({ ok: true, published: false });
  });

  it('refuses another content under a taken build id, and keeps the first', async () => {
    await writeBuild(source('a'), { 'remote-entry.js': 'one' });
    await writeBuild(source('b'), { 'remote-entry.js': 'two' });
    await store().publish(source('a'));
    expect(await store().publish(source('b'))).toEqual({
      ok: false,
      problem: 'mfe-note 1.0.0-aaaaaaaaaaaa is taken by another content',
    });
    const file = join(store().filesFolder, 'mfe-note/1.0.0-aaaaaaaaaaaa/remote-entry.js');
    expect(await readFile(file, 'utf8')).toBe('one');
  });

  it('puts back files that were lost', async () => {
    await writeBuild(source('a'), { 'remote-entry.js': 'one' });
    await store().publish(source('a'));
    await rm(join(store().filesFolder, 'mfe-note'), { recursive: true });
    expect(await store().publish(source('a'))).toMatchObject({ ok: true, published: true });
    expect(await readdir(join(store().filesFolder, 'mfe-note/1.0.0-aaaaaaaaaaaa'))).toContain(
      'remote-entry.js',
    );
  });

  it('knows nothing of a build that was never published', async () => {
    expect(await store().read('mfe-note', '1.0.0-aaaaaaaaaaaa')).toBeNull();
  });

  it.each([
    ['a changed file', (at: string) => writeFile(join(at, 'remote-entry.js'), 'changed')],
    ['a missing file', (at: string) => rm(join(at, 'remote-entry.js'))],
    ['a file too many', (at: string) => writeFile(join(at, 'extra.js'), 'extra')],
    ['no artifact.json', (at: string) => rm(join(at, 'artifact.json'))],
    ['an artifact.json that is no JSON', (at: string) => writeFile(join(at, 'artifact.json'), '{')],
  ])('refuses a folder with %s and keeps nothing of it', async (_what, spoil) => {
    await writeBuild(source('a'), { 'remote-entry.js': 'one' });
    await spoil(source('a'));
    const result = await store().publish(source('a'));
    expect(result.ok).toBe(false);
    expect(await store().read('mfe-note', '1.0.0-aaaaaaaaaaaa')).toBeNull();
    await mkdir(store().filesFolder, { recursive: true });
    expect(await readdir(store().filesFolder)).toEqual([]);
  });
});
