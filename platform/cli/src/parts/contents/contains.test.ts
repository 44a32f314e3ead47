import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { bundledApp, manifest } from '../../bundled.testing.ts';
import { writeApp } from '../../release.testing.ts';
import { openStock, type Stock } from '../../stock.testing.ts';

const withLodash = '1.2.0-111111111111';
const without = '1.3.0-222222222222';
const lodash = { type: 'library', name: 'lodash', version: '4.17.20' };
const owner = { team: 'Notes', links: [{ text: 'chat', href: 'https://chat.example/notes' }] };

let stock: Stock;
beforeAll(async () => {
  stock = await openStock();
  const first = { components: [lodash], owner };
  await stock.here(
    'publish',
    await writeApp(stock.house, 'mfe-note', withLodash, {}, first),
    await writeApp(stock.house, 'mfe-note', without, { 'x.js': 'x' }, { components: [] }),
    await writeApp(stock.house, 'shell', '1.2.0-333333333333', {}, { components: [] }),
    await writeApp(stock.house, 'mfe-other', '1.2.0-444444444444', {}, { components: [] }),
  );
});
afterAll(() => stock.house.close());

const promote = (...builds: string[]) => stock.here('promote', ...builds, '--reason', 'a try');

it('says which builds that browsers get have a package, who is to build anew, and fails then', async () => {
  await promote('shell@1.2.0', 'mfe-other@1.2.0', `mfe-note@${withLodash}`);
  const { code, out } = await stock.here('contains', 'lodash@<4.17.21');
  expect(code).toBe(1);
  const lines = out.split('\n');
  expect(lines[0]).toBe('lodash@<4.17.21 is in 1 build that browsers get.');
  expect(lines[2]).toMatch(
    /^mfe-note +1\.2\.0-1{12} +inside +4\.17\.20 +live in production +Notes$/,
  );
  expect(lines.at(-1)).toBe('To build anew: mfe-note (Notes, chat https://chat.example/notes)');
  expect(await stock.document('contains', 'lodash')).toMatchObject({
    code: 1,
    name: 'lodash',
    range: null,
    builds: [
      {
        ...{ app: 'mfe-note', build: withLodash, found: 'inside', versions: ['4.17.20'] },
        standing: [{ channel: 'production', as: 'live' }],
        owner,
      },
      { found: 'unknown' },
      { found: 'unknown' },
      { found: 'unknown' },
      { found: 'unknown' },
      { found: 'unknown' },
    ],
  });
});

it('ends well where only earlier builds have it, and with 7 where nobody knows', async () => {
  await promote(`mfe-note@${without}`);
  const earlier = await stock.here('contains', 'lodash@4');
  expect(earlier.code).toBe(0);
  expect(earlier.out).toMatch(/^lodash@4 is in no build that browsers get\.\n/);
  expect(earlier.out).toMatch(/^mfe-note +1\.2\.0-1{12} +inside +4\.17\.20 +was live in/m);
  await promote('mfe-other@1.0.0');
  const unknown = await stock.here('contains', 'lodash@4');
  expect(unknown.code).toBe(7);
  expect(unknown.out).toMatch(
    /^Of 1 build that browsers get nobody knows whether lodash@4 is in it\.\n/,
  );
});

it('says what is no package and no range', async () => {
  const name = await stock.here('contains', 'lo dash');
  expect([name.code, name.err]).toEqual([
    2,
    expect.stringContaining('is not the name of a package'),
  ]);
  const range = await stock.here('contains', '@acme/dates@newest of all');
  expect([range.code, range.err]).toEqual([
    2,
    expect.stringContaining('is not a range of versions'),
  ]);
});

it('prints the document of a build, and says where there is none', async () => {
  const { out } = await stock.here('sbom', `mfe-note@${withLodash}`);
  expect(JSON.parse(out)).toEqual({ bomFormat: 'CycloneDX', components: [lodash] });
  const none = await stock.here('sbom', 'mfe-other@1.0.0');
  expect(none.code).toBe(1);
  expect(none.err).toContain('it was published without a bill of materials');
});

it('refuses a build whose document was changed after it was built', async () => {
  const folder = await writeApp(
    stock.house,
    'mfe-note',
    '1.9.0-999999999999',
    {},
    {
      components: [lodash],
    },
  );
  await writeFile(join(folder, 'sbom.json'), '{"bomFormat":"CycloneDX","components":[]}');
  const { err } = await stock.here('publish', folder);
  expect(err).toContain('sbom.json was changed after the build.');
});

/** What a bundler has left of a remote that has a package of npm, as it is installed here. */
async function bundledWith(app: string, more: Record<string, unknown>): Promise<string> {
  const dist = await bundledApp(stock.house.folder, app, {
    'dist/mf-manifest.json': manifest(),
    ...more,
  });
  const folder = join(dist, '..', 'node_modules/uqr');
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'package.json'), '{"name":"uqr","version":"0.1.3","license":"MIT"}');
  await writeFile(join(folder, 'index.js'), '');
  return dist;
}
const mapOf = (...sources: string[]) => ({ version: 3, sources, names: [], mappings: '' });
const published = (out: string, app: string) =>
  new RegExp(`^published ${app}@(\\S+)`, 'm').exec(out)?.[1] ?? '';

it('reads the packages of a build of another bundler from its source maps', async () => {
  const dist = await bundledWith('mfe-mapped', {
    // As webpack and as Vite name them, and what a plugin makes up.
    'dist/70.js.map': mapOf(
      'webpack://notes/./node_modules/uqr/index.js',
      'webpack://notes/./src/a.js',
    ),
    'dist/239.js.map': mapOf(
      '../node_modules/uqr/index.js?1a2b',
      '../node_modules/__mf__virtual/x.js',
    ),
    'dist/remoteEntry.js.map': mapOf('webpack://notes/webpack/runtime/x'),
  });
  const { out } = await stock.here('publish', dist);
  expect(out).not.toContain('nobody knows');
  const build = published(out, 'mfe-mapped');
  expect((await stock.here('contains', 'uqr@0.1.3')).out).toContain(build);
  expect(await stock.document('sbom', `mfe-mapped@${build}`)).toMatchObject({
    components: [
      { name: 'react', version: '19.3.1', properties: [{ value: 'taken' }] },
      { name: 'uqr', version: '0.1.3' },
    ],
  });
  const record = await stock.house.registry.build('mfe-mapped', build);
  expect(Object.keys(record?.artifact.files ?? {})).not.toContain('sbom.json');
});

it.each([
  ['of which a script has no map', { 'dist/239.js.map': null }],
  [
    'of which a package is not there any more',
    { 'dist/239.js.map': mapOf('../node_modules/gone/index.js') },
  ],
])('says that nobody knows what is in a build %s', async (_, more) => {
  const app = `mfe-${Object.values(more)[0] === null ? 'bare' : 'gone'}`;
  const dist = await bundledWith(app, {
    'dist/70.js.map': mapOf(),
    'dist/remoteEntry.js.map': mapOf(),
    ...more,
  });
  const { out } = await stock.here('publish', dist);
  expect(out).toContain('nobody knows which packages are in it');
  expect((await stock.here('contains', 'uqr')).out).toMatch(new RegExp(`^${app} .* unknown`, 'm'));
});

it.each(['dist/bom.json', 'dist/cyclonedx/bom.json', 'sbom.json'])(
  'takes what the tool of a team wrote as %s, as it is, and gives it to no page',
  async (path) => {
    const app = `mfe-${path.replaceAll(/[^a-z]/g, '-')}`;
    const text = `{ "bomFormat": "CycloneDX", "serialNumber": "urn:uuid:1", "components": [${JSON.stringify(lodash)}] }`;
    const dist = await bundledWith(app, { [path]: text });
    const { out } = await stock.here('publish', dist);
    const build = published(out, app);
    expect((await stock.here('sbom', `${app}@${build}`)).out).toBe(text);
    const record = await stock.house.registry.build(app, build);
    expect(Object.keys(record?.artifact.files ?? {}).join()).not.toContain('bom');
  },
);

it('refuses a document that is none', async () => {
  const dist = await bundledWith('mfe-spdx', { 'dist/bom.json': '{"spdxVersion":"SPDX-2.3"}' });
  const { code, err } = await stock.here('publish', dist);
  expect(code).toBe(1);
  expect(err).toContain('bom.json is no CycloneDX document with components, in JSON.');
});
