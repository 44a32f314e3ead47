import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundledApp, declaration, manifest, none } from './bundled.testing.ts';
import { runHere, writeApp } from './release.testing.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tallystick-check-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const saidSchema = v.object({
  ok: v.boolean(),
  checks: v.array(v.object({ check: v.string(), result: v.string(), says: v.string() })),
});

/** What `check` says of a folder: no registry is there, and nobody has a token. */
async function check(path: string, ...words: string[]) {
  const home = { folder, variables: {} };
  const { code, out, err } = await runHere(home, ['check', path, '--json', ...words]);
  expect(err).toBe('');
  const { ok, checks } = v.parse(saidSchema, JSON.parse(out));
  expect(ok).toBe(code === 0);
  const results = Object.fromEntries(checks.map((one) => [one.check, one.result]));
  const failed = checks.filter(({ result }) => result === 'failed');
  return { code, results, says: failed.map(({ check: name, says }) => `${name}: ${says}`) };
}

describe('check', () => {
  it('says of a build of another bundler what is so and what a folder does not say', async () => {
    const dist = await bundledApp(folder, 'mfe-good', { 'dist/mf-manifest.json': manifest() });
    expect(await check(dist)).toEqual({
      code: 0,
      says: [],
      results: {
        files: 'ok',
        manifest: 'ok',
        routes: 'ok',
        declaration: 'ok',
        'build id': 'ok',
        'one React': 'ok',
        singletons: 'not verified',
        addresses: 'not verified',
        hashes: 'ok',
      },
    });
  });

  it('says of a shell that it is none of what is checked', async () => {
    const shell = await writeApp({ folder, variables: {} }, 'shell', '1.0.0-aaaaaaaaaaaa');
    const { says } = await check(shell);
    expect(new Set(says.map((one) => one.replace(/^[^:]*: /, '')))).toEqual(
      new Set(['shell is a shell: remotes alone are checked.']),
    );
  });

  it('counts the files that are published', async () => {
    const dist = await bundledApp(folder, 'mfe-counted', { 'dist/mf-manifest.json': manifest() });
    const { out } = await runHere({ folder, variables: {} }, ['check', dist]);
    expect(out).toMatch(/ok +files +5 files, /);
  });

  it('names the files that the site alone verifies', async () => {
    const files = { 'dist/mf-manifest.json': manifest(), 'dist/late.css': 'p {}' };
    const dist = await bundledApp(folder, 'mfe-late', files);
    const { out } = await runHere({ folder, variables: {} }, ['check', dist]);
    expect(out).toMatch(/not verified +hashes .*may load: late\.css\n/);
  });

  it('takes an entry alone, of which a folder says little', async () => {
    const dist = await bundledApp(folder, 'mfe-alone', {});
    const { code, results } = await check(dist, '--container', 'notes', '--version', '1.2.0');
    expect(code).toBe(0);
    expect(results).toMatchObject({ routes: 'not verified', 'one React': 'not verified' });
  });

  it('takes a build of the preset, and sees that a file of it was changed', async () => {
    const home = { folder, variables: {} };
    const own = await writeApp(home, 'mfe-own', '1.0.0-aaaaaaaaaaaa');
    expect((await check(own)).results).toMatchObject({ files: 'ok', 'build id': 'ok' });
    await writeFile(join(own, 'later.js'), 'other()');
    const { says } = await check(own);
    expect(says[0]).toMatch(/^files: .*later\.js was changed after the build\. Build it again\.$/);
  });

  it.each<[string, Record<string, unknown>, string]>([
    ['files', { 'dist/a b.js': '' }, 'does not take the name "a b.js". A name has'],
    ['manifest', { 'dist/mf-manifest.json': '{' }, 'mf-manifest.json: '],
    [
      'routes',
      {
        'dist/mf-manifest.json': manifest({
          exposes: [{ path: './App', assets: { js: none, css: none } }],
        }),
      },
      'The build exposes ./App, not ./routes. Expose the module',
    ],
    ['declaration', { 'remote.json': declaration('mfe-x', '/*') }, 'has a wildcard'],
    [
      'build id',
      {
        'dist/mf-manifest.json': manifest({
          metaData: { globalName: 'notes', remoteEntry: { name: 'remoteEntry.js' } },
        }),
      },
      'Nothing says which version',
    ],
    [
      'one React',
      { 'dist/mf-manifest.json': manifest({ shared: [{ name: 'react', singleton: false }] }) },
      'react is not shared as a singleton.',
    ],
  ])('finds what is wrong with the %s, and that alone', async (name, files, words) => {
    const app = `mfe-bad-${name.replaceAll(' ', '-').toLowerCase()}`;
    const dist = await bundledApp(folder, app, { 'dist/mf-manifest.json': manifest(), ...files });
    const { code, says } = await check(dist);
    expect(code).toBe(1);
    expect(says).toEqual([expect.stringContaining(`${name}: `)]);
    expect(says[0]).toContain(words);
  });

  it('is not asked beside a site that does not answer', async () => {
    const dist = await bundledApp(folder, 'mfe-beside', { 'dist/mf-manifest.json': manifest() });
    const { code, says } = await check(dist, '--site', 'http://127.0.0.1:9');
    expect(code).toBe(1);
    expect(says[0]).toContain('singletons: http://127.0.0.1:9 says not what is live: bad port');
  });
});
