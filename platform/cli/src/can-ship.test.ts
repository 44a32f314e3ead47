import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runHere, writeApp } from './release.testing.ts';
import { noteOne, noteTwo, openStock, type Stock } from './stock.testing.ts';

let stock: Stock;
beforeAll(async () => {
  stock = await openStock();
});
afterAll(() => stock.house.close());

/** A contract in which the shell has one call, or a remote uses one. */
const callOf = (kind: 'provides' | 'uses', name: string) =>
  JSON.stringify({
    types: [{ is: 'plain', text: 'string' }],
    [kind]: { '@tallystick/shared/api': { [name]: 0 } },
  });

describe('can-ship', () => {
  it('answers by exit code and JSON, to a publisher, and changes nothing', async () => {
    const channel = await stock.newChannel();
    const secret = await stock.token('note-ci', '--app', 'mfe-note');
    const folder = await writeApp(stock.house, 'mfe-note', '1.2.0-121212121212');
    const ask = async (...words: string[]) => {
      const variables = { RELEASE_TOKEN: secret };
      const all = ['can-ship', ...words, '--to', channel, '--json'];
      const { code, out } = await runHere(stock.house, all, { variables });
      return { code, ...JSON.parse(out) };
    };
    expect(await ask(folder)).toEqual({
      code: 0,
      channel,
      builds: { 'mfe-note': '1.2.0-121212121212' },
      ...{ fits: true, problems: [], way: null, notes: [] },
    });
    expect(await ask('mfe-note@1.1.0')).toMatchObject({ code: 0, builds: { 'mfe-note': noteTwo } });
    expect(await ask(`mfe-note@${noteOne}`)).toMatchObject({ code: 0, fits: true });
    const taken = { route: '/mfe-other/:id' };
    const folderTaken = await writeApp(stock.house, 'mfe-note', '1.3.0-131313131313', {}, taken);
    expect(await ask(folderTaken)).toMatchObject({
      code: 1,
      fits: false,
      problems: [{ code: 'unfit', app: 'mfe-note', with: { app: 'mfe-other' } }],
    });
    expect(await ask('mfe-note@7.0.0')).toMatchObject({ code: 'unknown' });
    await stock.here('lock', 'mfe-note', '--reason', 'see the incident', '--channel', channel);
    expect(await ask(folder)).toMatchObject({ code: 6, problems: [{ code: 'locked' }] });
    expect(await stock.current(channel)).toMatchObject({ revision: 1 });
    expect((await stock.here('builds', 'mfe-note')).out).not.toContain('1.2.0');
  });

  it('says of a build for previews alone what promote says, and of its folder that it fits', async () => {
    const build = '1.2.1-171717171717';
    const folder = await writeApp(stock.house, 'mfe-note', build);
    const channel = await stock.newChannel();
    expect((await stock.here('preview', folder, '--channel', channel)).code).toBe(0);
    const problem = `mfe-note ${build} was published for previews alone; publish it first, by a token that may`;
    expect(await stock.document('can-ship', `mfe-note@${build}`, '--to', channel)).toMatchObject({
      code: 1,
      fits: false,
      problems: [{ code: 'unfit', app: 'mfe-note', build, problem }],
    });
    const to = ['--channel', channel, '--reason', 'try'];
    expect((await stock.here('promote', `mfe-note@${build}`, ...to)).err).toContain(problem);
    expect(await stock.document('can-ship', folder, '--to', channel)).toMatchObject({ fits: true });
  });

  it('notes an address that a build drops, and none where a redirect leads on from it', async () => {
    const channel = await stock.newChannel();
    const moved = { route: '/memos/:id' };
    const redirects = [{ from: '/mfe-note/:id', to: '/memos/:id' }];
    const dropping = await writeApp(stock.house, 'mfe-note', '1.8.0-181818181818', {}, moved);
    const leading = await writeApp(
      stock.house,
      'mfe-note',
      '1.9.0-191919191919',
      {},
      { ...moved, redirects },
    );
    const note = `mfe-note 1.8.0-181818181818 has nothing at /mfe-note/:id, where ${noteOne} has: links there lead nowhere. Declare "redirects": [{ "from": "/mfe-note/:id", "to": … }] in remote.json if the page has moved.`;
    expect(await stock.here('can-ship', dropping, '--to', channel)).toEqual({
      code: 0,
      err: '',
      out: `fits ${channel}: mfe-note@1.8.0-181818181818\n  note: ${note}`,
    });
    expect(await stock.document('can-ship', leading, '--to', channel)).toMatchObject({
      ...{ code: 0, fits: true, notes: [] },
    });
  });

  it('notes a store that a build has beside the one of the page', async () => {
    const channel = await stock.newChannel();
    const jotai = [{ name: 'jotai', version: '3.0.1', singleton: true }];
    const manifest = JSON.stringify({
      metaData: { remoteEntry: { name: '' } },
      exposes: [],
      shared: jotai,
    });
    const shell = '1.2.0-acacacacacac';
    const files = { 'mf-manifest.json': manifest };
    const shellFolder = await writeApp(stock.house, 'shell', shell, files);
    const own = { 'later.js': 'let n=0;const name=()=>"atom"+ ++n' };
    const build = '1.10.0-1a1a1a1a1a1a';
    const folder = await writeApp(stock.house, 'mfe-note', build, own);
    expect(await stock.document('can-ship', shellFolder, folder, '--to', channel)).toMatchObject({
      fits: true,
      notes: [
        `mfe-note ${build} has jotai compiled in, and so a store beside the one of shell ${shell}: share jotai as singletons`,
      ],
    });
  });

  it('takes a folder of as many files as a build may have', async () => {
    const channel = await stock.newChannel();
    const files = Object.fromEntries(
      Array.from({ length: 490 }, (_, at) => [
        `a-part-of-the-page-of-notes-that-comes-later-${at}.js`,
        `part(${at})`,
      ]),
    );
    const folder = await writeApp(stock.house, 'mfe-note', '1.4.0-141414141414', files);
    expect(await stock.document('can-ship', folder, '--to', channel)).toMatchObject({
      code: 0,
      fits: true,
    });
  });

  it('names the app, the symbol and a way out, also as a build is published', async () => {
    const shell = '1.1.0-abababababab';
    const shellFolder = await writeApp(stock.house, 'shell', shell, {
      'contract.json': callOf('provides', 'list'),
    });
    await stock.here('publish', shellFolder);
    await stock.here('promote', 'shell', 'mfe-note@1.0.0', '--reason', 'the first one');
    const build = '1.4.0-141414141414';
    const files = { 'contract.json': callOf('uses', 'list.later') };
    const folder = await writeApp(stock.house, 'mfe-note', build, files);
    const way =
      'Promote a build of shell that fits first, or all as one revision: promote mfe-note shell';
    const missing = await writeApp(stock.house, 'mfe-note', '1.5.0-151515151515', {
      'contract.json': callOf('uses', 'later'),
    });
    const problem = `mfe-note 1.5.0-151515151515 uses later of @tallystick/shared/api, and shell ${shell} does not provide it`;
    expect(await stock.here('can-ship', missing)).toEqual({
      code: 1,
      err: '',
      out: `does not fit production: mfe-note@1.5.0-151515151515\n  ${problem}\n  ${way}`,
    });
    const published = await stock.here('publish', missing);
    expect(published.code).toBe(0);
    expect(published.out).toContain(`  does not fit production as it is:\n  ${problem}\n  ${way}`);
    // A member of what has none is for the compiler to judge.
    expect((await stock.here('can-ship', folder)).code).toBe(0);
    const promoted = await stock.here('promote', 'mfe-note@1.5.0', '--reason', 'try');
    expect(promoted.code).toBe(1);
    expect(promoted.err).toContain(`${problem}. ${way}`);
  });

  it('refuses two builds of one app', async () => {
    const folder = await writeApp(stock.house, 'mfe-note', '1.7.0-171717171717', {});
    for (const words of [
      [folder, folder],
      [folder, 'mfe-note@1.0.0'],
    ]) {
      expect(await stock.here('can-ship', ...words)).toMatchObject({
        code: 2,
        err: expect.stringContaining('mfe-note is named twice.'),
      });
    }
  });

  it('refuses a contract that no build writes', async () => {
    const folder = await writeApp(stock.house, 'mfe-note', '1.6.0-161616161616', {
      'contract.json': '{"types":[{"is":"everything"}]}',
    });
    const said = 'contract.json is not what a build records: build it anew';
    expect((await stock.here('can-ship', folder)).out).toContain(said);
    expect((await stock.here('publish', folder)).err).toContain(said);
  });
});

describe('types', () => {
  it("writes the props of a live build's widgets, with the build", async () => {
    const build = '3.0.0-303030303030';
    const contract = {
      types: [
        { is: 'object', fields: { kind: { type: 1 }, row: { type: 4, optional: true } } },
        { is: 'union', types: [2, 3] },
        { is: 'plain', text: '"user"' },
        { is: 'plain', text: 'null' },
        { is: 'object', fields: { below: { type: 5 }, at: { type: 6 }, act: { type: 8 } } },
        { is: 'array', item: 4 },
        { is: 'named', name: 'ReadonlySet', from: '', arguments: [7] },
        { is: 'plain', text: 'number' },
        {
          is: 'object',
          fields: {},
          calls: [{ parameters: [{ type: 7, given: 'optional' }], returns: 9 }],
        },
        { is: 'named', name: 'ReactNode', from: 'react', arguments: [] },
        { is: 'object', fields: { of: { type: 4 } } },
      ],
      exposes: { './routes': 0, './card': 0 },
      slots: { 'mfe-other:below': [10], 'mfe-other:beside': [6, 3, 6] },
    };
    const files = { 'contract.json': JSON.stringify(contract) };
    const { folder } = stock.house;
    const kit = join(folder, 'node_modules/@team/kit');
    await mkdir(kit, { recursive: true });
    const brings = {
      name: '@team/kit',
      tallystick: { singletons: ['./router', './composition'] },
    };
    await writeFile(join(kit, 'package.json'), JSON.stringify(brings));
    const dependencies = { left: '*', '@team/kit': '*' };
    await writeFile(join(folder, 'package.json'), JSON.stringify({ dependencies }));
    await stock.here('publish', await writeApp(stock.house, 'mfe-other', build, files));
    await stock.here('promote', 'shell', 'mfe-other', '--reason', 'with a card');
    expect(await stock.document('types', 'mfe-other', '--into', 'team')).toMatchObject({
      code: 0,
      files: [{ app: 'mfe-other', build }],
    });
    expect(await readFile(join(stock.house.folder, 'team/mfe-other.d.ts'), 'utf8')).toBe(
      `// What mfe-other ${build} has for others, live in production. Written by \`tallystick-release types mfe-other\`: it writes it anew.
import '@team/kit/composition';

type T4 = { readonly "below": readonly (T4)[]; readonly "at": ReadonlySet<number>; readonly "act": { (a0?: number): unknown; }; };

declare module '@team/kit/composition' {
  interface RemoteWidgets {
    "mfe-other": {
      "./card": { readonly "kind": ("user" | null); readonly "row"?: T4; };
    };
  }
  interface RemoteSlots {
    "mfe-other:below": { readonly "of": T4; };
    "mfe-other:beside": ReadonlySet<number> | null;
  }
}
`,
    );
  });

  it('takes nothing of a contract for a type that is none', async () => {
    const foreign = 'string }; } } declare global { interface Window {} } //';
    const texts = [foreign, 'Colour.Red', '"a \\"b\\" }"', '-1.5e+30', '10n', 'undefined'];
    const contract = {
      types: [
        {
          is: 'object',
          fields: Object.fromEntries(texts.map((_, at) => [`p${at}`, { type: at + 1 }])),
        },
        ...texts.map((text) => ({ is: 'plain', text })),
        { is: 'named', name: foreign, from: '', arguments: [] },
      ],
      exposes: { './card': 0, './other': texts.length + 1 },
    };
    const channel = await stock.newChannel();
    const build = '3.2.0-323232323232';
    const files = { 'contract.json': JSON.stringify(contract) };
    await stock.here('publish', await writeApp(stock.house, 'mfe-note', build, files));
    const on = ['--channel', channel];
    await stock.here('promote', `mfe-note@${build}`, ...on, '--reason', 'with a card');
    expect((await stock.here('types', 'mfe-note', '--into', 'hostile', ...on)).code).toBe(0);
    const written = await readFile(join(stock.house.folder, 'hostile/mfe-note.d.ts'), 'utf8');
    expect(written).toContain(
      `      "./card": { readonly "p0": unknown; readonly "p1": unknown; readonly "p2": "a \\"b\\" }"; readonly "p3": -1.5e+30; readonly "p4": 10n; readonly "p5": undefined; };
      "./other": unknown;
    };`,
    );
  });

  it('says which app has none, and why', async () => {
    const channel = await stock.newChannel();
    const none = await stock.here('types', 'mfe-note', '--channel', channel);
    expect(none.code).toBe(1);
    expect(none.err).toContain(`mfe-note ${noteOne} records no types: another bundler has made it`);
    const gone = await stock.here('types', 'mfe-nose', '--channel', channel);
    expect(gone.err).toContain(`mfe-nose is not live in ${channel}. Did you mean "mfe-note"?`);
    expect((await stock.here('types')).code).toBe(2);
    const build = '3.1.0-313131313131';
    const contract = { types: [{ is: 'plain', text: 'string' }], exposes: { './routes': 0 } };
    const files = { 'contract.json': JSON.stringify(contract) };
    await stock.here('publish', await writeApp(stock.house, 'mfe-note', build, files));
    const on = ['--channel', channel];
    await stock.here('promote', 'mfe-note@3.1.0', ...on, '--reason', 'without a widget');
    expect(await stock.here('types', 'mfe-note', ...on)).toMatchObject({
      code: 1,
      err: `release: mfe-note ${build} has no widget and no slot. Its remote.json says which: exposes, slots.`,
    });
  });
});
