import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { integrityOf } from '@tallystick/contract/file-hashes';
import type { Artifact } from '@tallystick/contract/release';
import { packagesOf } from '@tallystick/contract/sbom';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildApp, hashFiles } from './build.ts';
import { buildVariables } from './build-variables.ts';
import { makeRemote } from './remote.testing.ts';
import { rspackCommand } from './rspack-cli.ts';

interface Built {
  artifact: Artifact;
  output: string;
  /** The text of all its files but `artifact.json`. */
  text: string;
}

function build(folder: string): Built {
  const artifact = buildApp(folder);
  const output = join(folder, 'dist', artifact.build);
  const files = Object.keys(hashFiles(output)).filter((path) => path !== 'artifact.json');
  const text = files.map((path) => readFileSync(join(output, path), 'utf8')).join('\n');
  return { artifact, output, text };
}

/** Has a library compiled in, and, in its worker alone, a package whose licence stands in a folder and is named as in older times. */
function useLibraries(folder: string): string {
  const odd = join(folder, 'src/node_modules/odd');
  mkdirSync(join(odd, 'LICENSES'), { recursive: true });
  const license = { type: 'MIT', url: 'https://example.org' };
  const write = (file: string, content: string) => writeFileSync(join(odd, file), content);
  write('package.json', JSON.stringify({ name: 'odd', version: '0.1.0', license }));
  write('index.js', `export const odd = 'odd';\n`);
  write('index.d.ts', 'export declare const odd: string;\n');
  write('LICENSES/MIT.txt', 'Permission is granted.');
  writeFileSync(join(folder, 'src/worker.ts'), `import { odd } from 'odd';\npostMessage(odd);\n`);
  const routes = join(folder, 'src/routes.tsx');
  const code = `import { appNameSchema } from '@tallystick/contract/release';
console.log(appNameSchema, new Worker(new URL('./worker.ts', import.meta.url)));
import { useHydrateAtoms } from 'jotai/utils';
import { c } from 'react/compiler-runtime';
import { createRoot } from 'react-dom/client';
console.log(useHydrateAtoms, c, createRoot);
`;
  writeFileSync(routes, code + readFileSync(routes, 'utf8'));
  return folder;
}

// A build takes two seconds of a processor.
let first: Built;
/** With another text, the same sheet, and a library. */
let second: Built;
/** With another sheet. */
let third: Built;
beforeAll(() => {
  first = build(makeRemote('first'));
  second = build(useLibraries(makeRemote(`second' + typeof WebAssembly + '`)));
  const folder = useLibraries(makeRemote('third'));
  writeFileSync(join(folder, 'src/note.module.css'), '.note, h1 { color: red }');
  third = build(folder);
  // Nine processes one after the other.
}, 240_000);

describe('building an app', () => {
  it('names the same content the same, and another content otherwise', () => {
    expect(first.artifact.build).toMatch(/^1\.2\.3-[0-9a-f]{12}$/);
    expect(buildApp(makeRemote('first'))).toEqual(first.artifact);
    expect(second.artifact.build).not.toBe(first.artifact.build);
  });

  it('tells libraries at once that no WebAssembly runs in a page', () => {
    expect(second.text).toContain('second');
    expect(second.text).not.toContain('WebAssembly');
  });

  it('writes every file with its hash, and the declaration', () => {
    const { artifact, output } = first;
    const { 'artifact.json': self, ...files } = hashFiles(output);
    expect(self).toBeDefined();
    expect(artifact.files).toEqual(files);
    expect(artifact).toMatchObject({
      app: 'mfe-note',
      kind: 'remote',
      declaration: { name: 'mfe-note', routes: [{ path: '/notes', page: 'Notes' }] },
    });
    expect(Object.keys(files)).toContain('remote-entry.js');
    expect(Object.keys(files)).toContain('mf-manifest.json');
    expect(Object.keys(files)).not.toContain('mf-stats.json');
  });

  it('writes a map of each script for pages beside it, which is no file of the build', () => {
    const { artifact, output } = first;
    const files = Object.keys(artifact.files);
    const scripts = files.filter((path) => /^[^/]+\.js$/.test(path));
    expect(files.some((path) => path.endsWith('.map'))).toBe(false);
    expect(first.text).not.toContain('sourceMappingURL');
    const sources = scripts.flatMap((path) => {
      const map = JSON.parse(readFileSync(join(output, `${path}.map`), 'utf8'));
      expect(map).not.toHaveProperty('sourcesContent');
      return map.sources;
    });
    expect(sources).toContain('src/routes.tsx');
    expect(sources.filter((path: string) => path.startsWith('/'))).toEqual([]);
  });

  it('holds a server entry of the same routes, in one file, that takes singletons from who loads it', () => {
    const { build, files } = first.artifact;
    expect(files['server/entry.js']).toMatch(/^sha384-/);
    expect(Object.keys(files).filter((path) => path.startsWith('server/'))).toHaveLength(1);
    const text = readFileSync(join(first.output, 'server/entry.js'), 'utf8');
    expect(text).toContain(build);
    expect(text).toContain('require("react/jsx-runtime")');
    expect(text).not.toContain('react.transitional.element');
  });

  it('carries the licences of what is compiled in, the same in every build', () => {
    const licencesOf = ({ output }: Built) => readFileSync(join(output, 'licenses.txt'), 'utf8');
    const licences = licencesOf(second);
    expect(licences).toMatch(/^@module-federation\/runtime \d+\.\d+\.\d+, MIT$/m);
    expect(licences).toMatch(/^valibot \d+\.\d+\.\d+, MIT$/m);
    expect(licences).toMatch(/^odd 0\.1\.0, MIT$/m);
    expect(licences).toContain('Permission is hereby granted, free of charge');
    // React is the shell's, and not in a remote's build.
    expect(licences).not.toMatch(/^react /m);
    expect(licencesOf(third)).toBe(licences);
  });

  it('says beside its files which packages are in it, and what it takes of the page', () => {
    const sbomOf = ({ output }: Built) => {
      const found = packagesOf(JSON.parse(readFileSync(join(output, 'sbom.json'), 'utf8'))) ?? [];
      return found.map(({ name, version, shared }) => `${name}@${version} ${shared ?? 'inside'}`);
    };
    // The others are of the federation plugin. What the workspace has of the rest is not in the build.
    const own = (build: Built) =>
      sbomOf(build).filter((line) => !/^@(?:module-federation|swc)\//.test(line));
    expect(own(first).map((line) => line.replace(/@\d.* /, ' '))).toEqual([
      '@tallystick/shared taken',
      '@tallystick/shell-kit taken',
      'jotai taken',
      'react-dom taken',
      'react taken',
    ]);
    expect(own(second)).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^valibot@\d+\.\d+\.\d+ inside$/),
        // It is in the worker alone, which is compiled apart.
        'odd@0.1.0 inside',
        expect.stringMatching(/^react@19\.\d+\.\d+ taken$/),
      ]),
    );
    const stated = JSON.parse(readFileSync(join(second.output, 'artifact.json'), 'utf8'));
    expect(stated.sbom).toBe(integrityOf(readFileSync(join(second.output, 'sbom.json'))));
    expect(Object.keys(stated.files)).not.toContain('sbom.json');
  });

  it('carries its build id in every global name, and compiles in no singleton', () => {
    const { text: code } = first;
    const { build } = first.artifact;
    const scopedName = `mfe_note_${build.replaceAll(/[.-]/g, '_')}`;
    expect(code).toContain(`rspackChunk${scopedName}`);
    expect(code).toContain(`"globalName": "${scopedName}"`);
    expect(code).toContain(`build:"${build}"`);
    expect(code).not.toContain('000000000000');
    expect(code).not.toContain('react.transitional.element');
  });

  it('has style sheets that reach only what the app shows, with the hash that its code asks for', () => {
    const { artifact, output, text } = third;
    const [file = ''] = Object.keys(artifact.files).filter((path) => path.endsWith('.css'));
    const sheet = readFileSync(join(output, file), 'utf8');
    expect(sheet).toMatch(
      /^:where\(\[data-part=mfe-note\].*\)\{:where\(.*\)\{\.mfe-note-\w+-note&,h1&\{color:red\}\}\}$/,
    );
    expect(text).toContain(artifact.files[file]);
  });

  it('names classes by the content of their sheet: a build with the same sheet has the same file', () => {
    const sheetOf = ({ artifact, output }: Built) => {
      const files = Object.keys(artifact.files).filter((path) => path.endsWith('.css'));
      const sheet = readFileSync(join(output, String(files[0])), 'utf8');
      return { files, name: /\.(mfe-note-\w+-note)\b/.exec(sheet)?.[1] };
    };
    const [sheet, other] = [sheetOf(first), sheetOf(third)];
    expect(sheet.name).toMatch(/^mfe-note-[0-9a-f]{8}-note$/);
    expect(sheetOf(second)).toEqual(sheet);
    expect(other.name).toMatch(/^mfe-note-[0-9a-f]{8}-note$/);
    expect(other.name).not.toBe(sheet.name);
  });

  it('says of an app without pages which file it needs all the same', () => {
    const folder = makeRemote('first', { routes: [] });
    rmSync(join(folder, 'src/routes.tsx'));
    expect(() => buildApp(folder)).toThrow(
      'there is no src/routes.tsx, which exports its pages, also where it has none: export const routes = {}',
    );
  });

  it('brings each widget that it declares, from the file of its name, with its build id', () => {
    const folder = makeRemote('first', { exposes: ['./note-card'] });
    expect(() => buildApp(folder)).toThrow(
      'exposes ./note-card, and there is no src/note-card.tsx',
    );
    writeFileSync(
      join(folder, 'src/note-card.tsx'),
      `import styles from './note.module.css';
export const Widget = ({ text }: { text: string }) => <p className={styles.note}>{text}</p>;
`,
    );
    const { build, declaration } = buildApp(folder);
    expect(declaration?.exposes).toEqual(['./note-card']);
    const files = join(folder, 'dist', build);
    const manifest = JSON.parse(readFileSync(join(files, 'mf-manifest.json'), 'utf8'));
    const { assets } = manifest.exposes.find(
      ({ path }: { path: string }) => path === './note-card',
    );
    expect(assets).toMatchObject({
      js: { sync: [expect.stringMatching(/^note-card\.\w+\.js$/)] },
      css: { sync: [expect.stringMatching(/^note-card\.\w+\.css$/)] },
    });
    expect(readFileSync(join(files, assets.js.sync[0]), 'utf8')).toContain(`build:"${build}"`);
  });

  it('brings pictures and workers as files, which the server entry names by their addresses', () => {
    const folder = makeRemote('first');
    const write = (file: string, content: string) =>
      writeFileSync(join(folder, 'src', file), content);
    write('a leaf.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>');
    write('double.ts', 'export const double = (one: number): number => one * 2;');
    write(
      'worker.ts',
      `import { double } from './double.ts';
onmessage = ({ data }: MessageEvent<number>) => postMessage(double(data));
`,
    );
    write(
      'routes.tsx',
      `import leaf from './a leaf.svg';
const begin = () => new Worker(new URL('./worker.ts', import.meta.url));
const Note = () => <img src={leaf} alt="" onClick={begin} />;
export const routes = { '/notes': { Component: Note } };
`,
    );
    const { artifact, output } = build(folder);
    const files = Object.keys(artifact.files);
    const [picture = ''] = files.filter((path) => /^[0-9a-f]+\.svg$/.test(path));
    const [worker = ''] = files.filter((path) => /^[0-9a-f]+\.js$/.test(path));
    expect(files.filter((path) => /\.(?:svg|ts)$|^server\//.test(path))).toEqual([
      picture,
      'server/entry.js',
    ]);
    // It begins where there is no page, and so no federation.
    const answered: number[] = [];
    const inWorker = {
      onmessage: (_: object) => {},
      postMessage: (one: number) => answered.push(one),
    };
    runInNewContext(readFileSync(join(output, worker), 'utf8'), inWorker);
    inWorker.onmessage({ data: 21 });
    expect(answered).toEqual([42]);
    const entry = readFileSync(join(output, 'server/entry.js'), 'utf8');
    expect(entry).toContain(`"/artifacts/mfe-note/${artifact.build}/"`);
    expect(entry).toContain(`"${picture}"`);
    expect(entry).not.toMatch(/require\("(?!react)/);
  });

  it('refuses a version that is none', () => {
    const folder = makeRemote('first');
    for (const version of ['1.0', '01.2.3']) {
      writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'mfe-note', version }));
      expect(() => buildApp(folder)).toThrow(
        `package.json: version is ${version}, which is no version such as 1.2.0.`,
      );
    }
  });

  it('has a working copy take every singleton from the start, for edits that import one more', () => {
    const folder = makeRemote('first');
    const order = JSON.stringify({ build: '0.0.0-dev-000000000000', pagePort: 2 });
    const env = { ...process.env, [buildVariables.inSite]: order };
    spawnSync(process.execPath, [rspackCommand(), 'build'], { cwd: folder, env });
    const entry = readFileSync(join(folder, 'dist/dev/remote-entry.js'), 'utf8');
    // As a call: a module that nothing calls is named alone.
    expect(/\("webpack\/sharing\/consume\/default\/jotai"\)/.exec(entry)?.[0]).toBeDefined();
  });

  it('takes all of what is shared from the page, by whatever path a library imports it', () => {
    const read = (file: string) => JSON.parse(readFileSync(join(second.output, file), 'utf8'));
    const { shared } = read('mf-manifest.json');
    expect(shared.map(({ name }: { name: string }) => name)).toEqual([
      'jotai/react',
      'jotai/vanilla',
      'react',
      'react-dom/client',
      'react/compiler-runtime',
      'react/jsx-runtime',
    ]);
    expect(Object.keys(read('contract.json').uses['jotai/react'])).toEqual(['useStore']);
    // React DOM's, and that of the store of atoms.
    expect(second.text).not.toMatch(/rendererPackageName|no atom init/);
  });

  it('names the file and the fault of a broken declaration', () => {
    expect(() =>
      buildApp(makeRemote('first', { routes: [{ path: 'notes', page: 'Notes' }] })),
    ).toThrow(/remote\.json: routes\.0\.path must begin with "\/", and is "notes"/);
    expect(() => buildApp(makeRemote('first', { name: 'mfe-other' }))).toThrow(
      'its name is "mfe-other", the package\'s is "mfe-note"',
    );
  });

  it('does not take in a package of the site that package.json does not name', () => {
    const folder = makeRemote('first');
    const named = JSON.stringify({ name: 'mfe-note', version: '1.2.3' });
    writeFileSync(join(folder, 'package.json'), named);
    const routes = join(folder, 'src/routes.tsx');
    const used = "import { useSession } from '@tallystick/shared/session';\n";
    writeFileSync(routes, `${used}${readFileSync(routes, 'utf8')}\nconsole.log(useSession);\n`);
    expect(() => buildApp(folder)).toThrow(
      '@tallystick/shared is used, and package.json does not name it: add it to "dependencies"',
    );
  });

  it("shows rspack's words when the sources do not build", () => {
    const folder = makeRemote('first');
    writeFileSync(
      join(folder, 'src/routes.tsx'),
      `import { gone } from './gone.ts';\nexport { gone };\n`,
    );
    const configuration = join(folder, 'rspack.config.ts');
    const text = readFileSync(configuration, 'utf8');
    const much = `process.stdout.write('x'.repeat(2_000_000));`;
    writeFileSync(configuration, `${text}${much}`);
    expect(() => buildApp(folder)).toThrow("Can't resolve './gone.ts'");
    writeFileSync(configuration, `${text}process.kill(process.pid, 'SIGKILL');`);
    expect(() => buildApp(folder)).toThrow('It was ended by SIGKILL');
  });

  it('leaves nothing behind when it fails after the first of its two runs, nor a build to be published', () => {
    const folder = makeRemote('first');
    mkdirSync(join(folder, 'dist'));
    writeFileSync(join(folder, 'dist/current.json'), '{ "build": "1.2.2-0123456789ab" }');
    writeFileSync(
      join(folder, 'src/routes.tsx'),
      `const Remote = (_: object) => null;
const Page = () => <Remote app={location.hash} expose="./card" props={{}} />;
export const routes = { '/notes': { Component: Page } };
`,
    );
    expect(() => buildApp(folder)).toThrow('says which widget it shows by literals');
    expect(readdirSync(join(folder, 'dist'))).toEqual([]);
  });

  it('leaves what another build has written meanwhile, when it fails', () => {
    const folder = makeRemote('first');
    mkdirSync(join(folder, 'dist'));
    const others = '{ "build": "1.2.2-0123456789ab" }';
    writeFileSync(
      join(folder, 'rspack.config.ts'),
      `import { writeFileSync } from 'node:fs';
writeFileSync('dist/current.json', ${JSON.stringify(others)});
throw new Error('not these sources');
`,
    );
    expect(() => buildApp(folder)).toThrow('not these sources');
    expect(readFileSync(join(folder, 'dist/current.json'), 'utf8')).toBe(others);
  });

  it('names a build with another declaration otherwise; removes old drafts of builds that were ended, and old builds but the last five', () => {
    const folder = makeRemote('first', { title: 'Other notes' });
    const dist = join(folder, 'dist');
    const { pid: elsewhere } = spawnSync('true');
    const days: Record<string, number> = {
      [`.draft-${elsewhere}`]: 0,
      '.draft-1a2b3c': 2,
      '.output-1a2b3c': 2,
      '.contract-1a2b3c': 2,
      '1.2.0-000000000001': 3,
      '1.2.0-000000000002': 4,
      '1.2.0-000000000003': 5,
      '1.2.0-000000000004': 6,
      '1.2.0-000000000005': 7,
    };
    for (const [name, age] of Object.entries(days)) {
      mkdirSync(join(dist, name, 'server'), { recursive: true });
      const at = new Date(Date.now() - age * 86_400_000);
      utimesSync(join(dist, name), at, at);
    }
    const { build } = buildApp(folder);
    expect(build).not.toBe(first.artifact.build);
    expect(readdirSync(dist).sort()).toEqual([
      `.draft-${elsewhere}`,
      '1.2.0-000000000001',
      '1.2.0-000000000002',
      '1.2.0-000000000003',
      '1.2.0-000000000004',
      build,
      'current.json',
    ]);
  });
});
