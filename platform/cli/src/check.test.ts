import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundledApp, declaration, manifest, none } from './bundled.testing.ts';
import { runHere, spawnRelease, writeApp } from './release.testing.ts';

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
        'named files': 'ok',
        'own path': 'ok',
        manifest: 'ok',
        routes: 'ok',
        declaration: 'ok',
        'build id': 'ok',
        'one React': 'ok',
        singletons: 'not verified',
        addresses: 'not verified',
        openings: 'ok',
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

  it('warns of fields of remote.json that nobody reads, and of a byte order mark', async () => {
    const text = JSON.stringify({ ...declaration('mfe-marked'), widgets: [] });
    const files = { 'dist/mf-manifest.json': manifest(), 'remote.json': `\uFEFF${text}` };
    const dist = await bundledApp(folder, 'mfe-marked', files);
    const { code, results } = await check(dist);
    expect([code, results.declaration]).toEqual([0, 'warning']);
    const { out } = await runHere({ folder, variables: {} }, ['check', dist]);
    expect(out).toContain('remote.json: It begins with a byte order mark: save it as UTF-8');
    expect(out).toContain('Nobody reads widgets.');
  });

  it('finds JSX of development, which throws in every page', async () => {
    const shared = [{ name: 'react/jsx-runtime', singleton: true, requiredVersion: '^19.0.0' }];
    const files = {
      'dist/mf-manifest.json': manifest({ shared }),
      'dist/239.js': 't.Fragment=Symbol.for("react.fragment"),t.jsxDEV=void 0',
    };
    // Shared, and called by nobody.
    expect((await check(await bundledApp(folder, 'mfe-dev-jsx', files))).says).toEqual([]);
    files['dist/239.js'] += ';(0,n.jsxDEV)("h1",{})';
    const { says } = await check(await bundledApp(folder, 'mfe-dev-jsx', files));
    expect(says).toEqual([
      expect.stringMatching(/^one React: 239\.js .*Build with NODE_ENV=production/),
    ]);
  });

  it('says what nobody reads also of a remote.json that is refused', async () => {
    const { menu: menue, ...rest } = declaration('mfe-typo');
    const files = { 'dist/mf-manifest.json': manifest(), 'remote.json': { ...rest, menue } };
    const dist = await bundledApp(folder, 'mfe-typo', files);
    expect((await check(dist)).says[0]).toMatch(/it lacks "menu".*; nobody reads menue\.$/);
  });

  it('names all paths of a declaration that are wrong', async () => {
    const routes = ['/*', '/a', '/A'].map((path) => ({ path, page: 'Notes' }));
    const files = {
      'dist/mf-manifest.json': manifest(),
      'remote.json': { ...declaration('mfe-paths'), routes },
    };
    const { says } = await check(await bundledApp(folder, 'mfe-paths', files));
    expect(says).toHaveLength(1);
    expect(says[0]).toMatch(/"\/\*" has a wildcard.*; the routes \/a and \/A are the same\.$/);
  });

  /** As Vite's plugin writes them, with the base that it has by itself. */
  const modules = {
    'dist/mf-manifest.json': manifest({
      metaData: {
        globalName: 'notes',
        publicPath: 'auto',
        buildInfo: { buildVersion: '2.1.0' },
        remoteEntry: { name: 'remoteEntry.js', path: '', type: 'module' },
      },
    }),
    'dist/remoteEntry.js': 'const get=()=>import("./70.js");export{get}',
    'dist/70.js': 'import"./239.js";export const routes={}',
    'dist/239.js': 'export{}',
  };

  it('takes modules that name each other by where they stand', async () => {
    const files = {
      ...modules,
      'dist/239.js': 'export const a=new URL("assets/a.svg",import.meta.url).href',
      'dist/assets/a.svg': '<svg/>',
      'dist/assets/late.css':
        'p{background:url(a.svg#x)}q{background:url("data:image/png;base64,")}',
    };
    const { says } = await check(await bundledApp(folder, 'mfe-modules', files));
    expect(says).toEqual([]);
  });

  it.each<[string, Record<string, unknown>, string]>([
    [
      'a script of the manifest',
      { 'dist/mf-manifest.json': manifest(), 'dist/239.js': null },
      '239.js (named by mf-manifest.json)',
    ],
    [
      'a picture of a script',
      { 'dist/mf-manifest.json': manifest(), 'dist/70.js': 'e.exports=n.p+"leaf.svg"' },
      'leaf.svg (named by 70.js)',
    ],
    [
      'a picture of a style sheet',
      { 'dist/mf-manifest.json': manifest(), 'dist/css/a.css': 'p{background:url(../leaf.svg)}' },
      'leaf.svg (named by css/a.css)',
    ],
    [
      'a module',
      { ...modules, 'dist/70.js': 'import("./gone.js");export const routes={}' },
      'gone.js (named by 70.js)',
    ],
    [
      'a picture of a module',
      { ...modules, 'dist/239.js': 'new URL("leaf.svg",import.meta.url)' },
      'leaf.svg (named by 239.js)',
    ],
    [
      'a style sheet that Vite has preloaded',
      {
        ...modules,
        'dist/239.js':
          'const __vite__mapDeps=(i,m=__vite__mapDeps,d=(m.f||(m.f=["./late.css"])))=>i',
      },
      'late.css (named by 239.js)',
    ],
  ])('finds that %s is not there', async (what, files, words) => {
    const app = `mfe-gone-${what.replaceAll(/[^a-z]+/gi, '-').toLowerCase()}`;
    const { code, says } = await check(await bundledApp(folder, app, files));
    expect(code).toBe(1);
    expect(says).toEqual([expect.stringContaining(`named files: `)]);
    expect(says[0]).toContain(words);
  });

  it.each<[string, Record<string, unknown>, string, string]>([
    [
      'Rsbuild',
      {
        'dist/mf-manifest.json': manifest({
          metaData: {
            globalName: 'notes',
            publicPath: '/',
            remoteEntry: { name: 'remoteEntry.js', path: '' },
          },
        }),
      },
      '"/" in mf-manifest.json',
      "`output.assetPrefix: 'auto'` (Rsbuild)",
    ],
    [
      'webpack without a manifest',
      { 'dist/remoteEntry.js': 'var notes;(()=>{r.p="https://cdn.example/"})()' },
      '"https://cdn.example/" in remoteEntry.js',
      "`output.publicPath: 'auto'` (webpack, Rspack)",
    ],
    [
      'Vite',
      { ...modules, 'dist/239.js': 'const a=`/assets/a.svg`', 'dist/assets/a.svg': '<svg/>' },
      '"/assets/a.svg" in 239.js',
      "`base: './'`",
    ],
  ])('finds the fixed path of %s, and says what to set', async (what, files, place, way) => {
    const app = `mfe-fixed-${what.replaceAll(/[^a-z]+/gi, '-').toLowerCase()}`;
    const dist = await bundledApp(folder, app, files);
    const { code, says } = await check(dist, '--version', '1.0.0', '--container', 'notes');
    expect(code).toBe(1);
    expect(says).toEqual([expect.stringContaining('own path: ')]);
    expect(says[0]).toContain(place);
    expect(says[0]).toContain(way);
  });

  it.each(['browser', 'serve', 'page=/notes', 'port=4901'])(
    'says that --%s needs a site',
    async (option) => {
      const dist = await bundledApp(folder, 'mfe-no-site', {
        'dist/mf-manifest.json': manifest(),
      });
      const { code, err } = await runHere({ folder, variables: {} }, [
        'check',
        dist,
        `--${option}`,
      ]);
      expect([code, err]).toEqual([2, expect.stringContaining('Name it: --site https://')]);
    },
  );

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

  it('finds a widget that the build does not expose', async () => {
    const files = {
      'dist/mf-manifest.json': manifest(),
      'remote.json': { ...declaration('mfe-widget'), exposes: ['./note-card'] },
    };
    const { says } = await check(await bundledApp(folder, 'mfe-widget', files));
    expect(says).toEqual(['routes: remote.json exposes ./note-card, and the build does not.']);
  });

  it('fails where --browser finds no Playwright, so that a pipeline does not pass unseen', async () => {
    const dist = await bundledApp(folder, 'mfe-blind', { 'dist/mf-manifest.json': manifest() });
    // Here a Playwright would be found by NODE_PATH.
    const words = ['check', dist, '--site', 'http://127.0.0.1:9', '--browser'];
    const { code, out } = await spawnRelease({ folder, variables: {} }, words);
    expect(code).toBe(1);
    expect(out).toMatch(
      /failed +pages +There is no Playwright here, .*: npm install --save-dev @playwright\/test\.\n/,
    );
  });

  describe('beside a site', () => {
    let site: Server;
    let url: string;
    const signed = (stated: object) => ({ text: JSON.stringify(stated), signature: '' });
    const shellBuild = '1.0.0-aaaaaaaaaaaa';
    const provided = [
      { name: 'react', version: '19.3.1' },
      { name: 'jotai', version: '3.0.1' },
    ];
    const answers = new Map<string, object>([
      [
        '/releases/current.json',
        {
          revision: signed({
            type: 'tallystick-revision-1',
            ...{ channel: 'production', revision: 1, shell: 'shell' },
            ...{ builds: { shell: shellBuild }, canaries: {}, fallbacks: {} },
          }),
          declarations: signed({ type: 'tallystick-declarations-1', remotes: [] }),
          canaries: [],
        },
      ],
      [`/artifacts/shell/${shellBuild}/mf-manifest.json`, { shared: provided }],
    ]);
    beforeAll(async () => {
      site = createServer(({ url: path = '' }, response) => {
        response.end(JSON.stringify(answers.get(path)));
      });
      await once(site.listen(0, '127.0.0.1'), 'listening');
      const address = site.address();
      url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
    });
    afterAll(() => void site.close());

    const throws = (version: string) => `if("${version}"!==a)throw Error(b(527,a,"${version}"))`;
    const dist = (app: string, script: string) =>
      bundledApp(folder, app, { 'dist/mf-manifest.json': manifest(), 'dist/239.js': script });

    it('says that a build has another React DOM compiled in, and the way out', async () => {
      expect(await check(await dist('mfe-dom', throws('19.3.0')), '--site', url)).toMatchObject({
        code: 1,
        says: [
          expect.stringMatching(
            /^singletons: mfe-dom \S+ has React DOM 19\.3\.0 compiled in, which does not run with React 19\.3\.1 of shell \S+: share react-dom and react-dom\/client as singletons, or build it with React 19\.3\.1\.$/,
          ),
        ],
      });
      const same = await check(await dist('mfe-same', throws('19.3.1')), '--site', url);
      expect([same.code, same.results.singletons]).toEqual([0, 'ok']);
      // Without a site nobody knows which React its pages have.
      expect(await check(await dist('mfe-any', throws('19.3.0')))).toMatchObject({
        code: 0,
        results: { 'one React': 'warning' },
      });
    });

    it('warns of a store beside the one of the page', async () => {
      const own = await dist('mfe-store', 'let n=0;const name=()=>"atom"+ ++n');
      const { code, results } = await check(own, '--site', url);
      expect([code, results.singletons]).toEqual([0, 'warning']);
      const { out } = await runHere({ folder, variables: {} }, ['check', own, '--site', url]);
      expect(out).toContain('share jotai as singletons.');
    });
  });

  it('serves no build in which it finds something', async () => {
    const dist = await bundledApp(folder, 'mfe-unserved', {});
    const { code, says } = await check(dist, '--site', 'http://127.0.0.1:9', '--serve');
    expect(code).toBe(1);
    expect(says[0]).toContain('manifest: ');
  });

  it('is not asked beside a site that does not answer', async () => {
    const dist = await bundledApp(folder, 'mfe-beside', { 'dist/mf-manifest.json': manifest() });
    const { code, says } = await check(dist, '--site', 'http://127.0.0.1:9');
    expect(code).toBe(1);
    expect(says[0]).toContain(
      'singletons: http://127.0.0.1:9 did not say which release is live: bad port',
    );
  });
});
