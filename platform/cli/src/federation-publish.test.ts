import { readdir, readFile, rename, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { integrityOf } from '@tallystick/contract/file-hashes';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundledApp, declaration, manifest, none } from './bundled.testing.ts';
import { openStock, type Stock } from './stock.testing.ts';

let stock: Stock;
beforeAll(async () => {
  stock = await openStock();
});
afterAll(() => stock.house.close());

const bundled = (app: string, files: Record<string, unknown>) =>
  bundledApp(stock.house.folder, app, files);

describe('a build of another bundler', () => {
  it('is published as it is, with hashes and a build id of its own', async () => {
    const dist = await bundled('mfe-webpack', { 'dist/mf-manifest.json': manifest() });
    const { out } = await stock.here('publish', dist);
    const [, build = ''] = /^published mfe-webpack@(2\.1\.0-[0-9a-f]{12}) +5 files/.exec(out) ?? [];
    const record = await stock.house.registry.build('mfe-webpack', build);
    expect(Object.keys(record?.artifact.files ?? {}).sort()).toEqual([
      '239.js',
      '70.js',
      'entry.json',
      'mf-manifest.json',
      'remoteEntry.js',
    ]);
    // A page verifies what it loads itself, so it loads all of a page's scripts.
    expect(record?.manifest.exposes[0]?.assets.js).toEqual({
      sync: ['70.js', '239.js'],
      async: [],
    });
    expect((await stock.here('publish', dist)).out).toBe(`unchanged mfe-webpack@${build}`);
  });

  it('has style sheets that reach only what the app shows, with their hashes', async () => {
    const rules = { 'dist/all.css': 'h1{color:red}' };
    const files = { 'dist/mf-manifest.json': manifest(), ...rules };
    const dist = await bundled('mfe-ruling', files);
    const { out } = await stock.here('publish', dist);
    const build = /mfe-ruling@(\S+)/.exec(out)?.[1] ?? '';
    const kept = join(stock.house.folder, 'artifacts', 'mfe-ruling', build);
    const sheet = await readFile(join(kept, 'all.css'));
    expect(sheet.toString()).toMatch(
      /^:where\(\[data-part=mfe-ruling\].*\)\{:where\(.*\)\{h1&\{color:red\}\}\}$/,
    );
    const record = await stock.house.registry.build('mfe-ruling', build);
    expect(record?.artifact.files['all.css']).toBe(integrityOf(sheet));
    expect((await stock.here('publish', dist)).out).toBe(`unchanged mfe-ruling@${build}`);
  });

  it('is refused in one line with a style sheet that is none', async () => {
    const files = { 'dist/mf-manifest.json': manifest(), 'dist/all.css': 'a{}\nb{color:red' };
    const { code, err } = await stock.here('publish', await bundled('mfe-unclosed', files));
    expect(code).toBe(1);
    expect(err).toBe('release: all.css is no style sheet: line 2:1: Unclosed block.');
  });

  it('has the same build id with source maps beside its files, which go with it', async () => {
    const files = { 'dist/mf-manifest.json': manifest() };
    const bare = await stock.here('publish', await bundled('mfe-mapped', files));
    const build = /mfe-mapped@(\S+)/.exec(bare.out)?.[1] ?? '';
    const maps = { 'dist/70.js.map': '{}', 'dist/other.js.map': '{}' };
    const dist = await bundled('mfe-mapped', { ...files, ...maps });
    expect((await stock.here('publish', dist)).out).toBe(`unchanged mfe-mapped@${build}`);
    expect((await stock.here('publish', '--again', dist)).code).toBe(0);
    const kept = await readdir(join(stock.house.folder, 'artifacts', 'mfe-mapped', build));
    expect(kept.filter((path) => path.endsWith('.map'))).toEqual(['70.js.map']);
  });

  it('has another build id if a byte or its declaration is another', async () => {
    const first = { 'dist/mf-manifest.json': manifest() };
    const ids = new Set<string>();
    for (const change of [
      {},
      { 'dist/70.js': 'routes( )' },
      { 'remote.json': declaration('mfe-ids', '/other') },
    ]) {
      const { out } = await stock.here(
        'publish',
        await bundled('mfe-ids', { ...first, ...change }),
      );
      ids.add(/mfe-ids@(\S+)/.exec(out)?.[1] ?? '');
    }
    expect(ids.size).toBe(3);
  });

  it('has the version of the package, not what a plugin writes into the manifest', async () => {
    const files = { 'dist/mf-manifest.json': manifest(), 'package.json': { version: '3.4.5' } };
    const { out } = await stock.here('publish', await bundled('mfe-versioned', files));
    expect(out).toMatch(/^published mfe-versioned@3\.4\.5-/);
  });

  it('is the same with what a file manager leaves beside its files', async () => {
    const files = { 'dist/mf-manifest.json': manifest() };
    await stock.here('publish', await bundled('mfe-litter', files));
    const litter = { 'dist/.DS_Store': 'a', 'dist/Thumbs.db': 'b', 'dist/more/desktop.ini': 'c' };
    const dist = await bundled('mfe-litter', { ...files, ...litter });
    expect((await stock.here('publish', dist)).out).toMatch(/^unchanged mfe-litter@/);
  });

  it('is published with what check finds wrong with it, which the registry does not ask', async () => {
    const shared = [{ name: 'react', singleton: false }];
    const files = { 'dist/mf-manifest.json': manifest({ shared }) };
    const { code, out } = await stock.here('publish', await bundled('mfe-two-reacts', files));
    expect(code).toBe(0);
    expect(out).toContain('\n  check: react is not shared as a singleton. Set `shared: ');
  });

  it('is sent only if each file has a name and a size that the registry takes', async () => {
    const files = { 'dist/mf-manifest.json': manifest() };
    const names = { 'dist/a b.js': '', 'dist/\u00e4.css': '' };
    expect(await stock.here('publish', await bundled('mfe-named', { ...files, ...names }))).toEqual(
      {
        code: 1,
        out: '',
        err: 'release: The registry does not take the names "a b.js", "\u00e4.css". A name has letters from A to Z, digits, - _ . and does not begin with a dot: rename them.',
      },
    );
    const large = { 'dist/film.mp4': 'x'.repeat(22_000_000) };
    expect(await stock.here('publish', await bundled('mfe-large', { ...files, ...large }))).toEqual(
      {
        code: 1,
        out: '',
        err: 'release: film.mp4 has 22.0 MB; at most 21.0 MB.',
      },
    );
  });

  it('without a manifest is told how the plugin writes one', async () => {
    const files = { 'dist/remoteEntry.js': null, 'dist/remoteEntry-1a2b.js': 'var notes;' };
    const { err } = await stock.here('publish', await bundled('mfe-bare', files));
    expect(err).toContain('has remoteEntry-1a2b.js but no mf-manifest.json. Set `manifest: true`');
  });

  it('may be an entry alone, whose container and version somebody names', async () => {
    const dist = await bundled('mfe-own', {});
    const nameless = await stock.here('publish', dist);
    expect(nameless.code).toBe(2);
    expect(nameless.err).toContain('Name it with --container NAME');
    const unversioned = await stock.here('publish', dist, '--container', 'notes');
    expect(unversioned.err).toContain('Nothing says which version');
    const { out } = await stock.here('publish', dist, '--container', 'notes', '--version', '1.2.0');
    expect(out).toMatch(/^published mfe-own@1\.2\.0-/);
    const wrong = await stock.here('publish', dist, '--container', 'notes', '--version', 'new');
    expect(wrong.err).toContain('new is no version');
  });

  it('is refused with a symbolic link in place of a file, which would be left out', async () => {
    const dist = await bundled('mfe-linked', { 'dist/mf-manifest.json': manifest() });
    for (const name of ['239.js', 'mf-manifest.json']) {
      await rename(join(dist, name), join(dist, '..', name));
      await symlink(join('..', name), join(dist, name));
      expect(await stock.here('publish', dist)).toMatchObject({
        code: 1,
        err: `release: ${name} in ${dist} is a symbolic link, and would be left out. Publish a copy of the folder: cp -RL.`,
      });
      await rm(join(dist, name));
    }
  });

  it('is refused in one line where --remote names no file, or the folder cannot be read', async () => {
    const dist = await bundled('mfe-unread', { 'dist/mf-manifest.json': manifest() });
    const gone = await stock.here('publish', dist, '--remote', join(dist, 'gone.json'));
    expect(gone.err).toBe(`release: There is no ${dist}/gone.json, which --remote names.`);
    await symlink('loop', join(dist, 'loop'));
    expect(await stock.here('publish', join(dist, 'loop'))).toEqual({
      code: 1,
      out: '',
      err: expect.stringMatching(/^release: ELOOP: .*loop'\.$/),
    });
  });

  it.each<[string, Record<string, unknown>, string]>([
    ['no remote.json', { 'remote.json': null }, 'There is no remote.json'],
    [
      'a remote.json with a comma too many',
      { 'remote.json': '{"name":"x",}' },
      'remote.json: it is not JSON (',
    ],
    [
      'a remote.json that is none',
      { 'remote.json': { name: 'x' } },
      'remote.json: it lacks "title": what people call it',
    ],
    ['a path of others', { 'remote.json': declaration('mfe-x', '/*') }, 'has a wildcard'],
    [
      'another expose',
      {
        'dist/mf-manifest.json': manifest({
          exposes: [{ path: './App', assets: { js: none, css: none } }],
        }),
      },
      'The build exposes ./App, not ./routes.',
    ],
    [
      'an entry that is not there',
      {
        'dist/mf-manifest.json': manifest({
          metaData: { globalName: 'notes', remoteEntry: { name: 'gone.js' } },
        }),
      },
      'holds no gone.js',
    ],
    ['a manifest that is none', { 'dist/mf-manifest.json': '{' }, 'mf-manifest.json: '],
  ])('is refused in words with %s', async (what, files, words) => {
    const app = `mfe-${what.replaceAll(/[^a-z]+/g, '-')}`;
    const dist = await bundled(app, { 'dist/mf-manifest.json': manifest(), ...files });
    const { code, err } = await stock.here('publish', dist);
    expect(code).not.toBe(0);
    expect(err).toContain(words);
  });
});
