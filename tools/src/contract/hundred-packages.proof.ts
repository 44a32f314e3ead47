import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { buildApp } from '@tallystick/build/build';
import { recordContract } from '@tallystick/build/contract/record-contract';
import { singletonsOf } from '@tallystick/build/singletons';
import { type BuildContract, buildContractSchema } from '@tallystick/contract/build-contract';
import { filesBelow } from '@tallystick/contract/file-hashes';
import { shellContractProblems } from '@tallystick/registry/contract/contract-fit';
import { type Part, shellMisfit, traitsSchema } from '@tallystick/registry/contract/fit-beside';
import { copiesIn } from '@tallystick/registry/contract/react-dom-copies';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { inProject } from '../project.ts';
import { imported, installed } from './hundred-packages.testing.ts';

const run = promisify(execFile);
const minutes = 60_000;

// React has another module for tests.
vi.stubEnv('NODE_ENV', 'production');

let folder: string;
let shell: Part & { contract: BuildContract };
/** All packages in one remote, by the kit and by Vite. */
let remotes: { kit: Part & { contract: BuildContract }; vite: Part };

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tallystick-hundred-'));
  await writeRemote(folder);
  shell = shellPart();
  const vite = await vitePart(folder);
  remotes = { kit: await kitPart(folder), vite };
}, 40 * minutes);
afterAll(() => rm(folder, { recursive: true, force: true }));

it('refuses none of the packages', () => {
  expect(imported.length).toBeGreaterThanOrEqual(100);
  expect(problemsOf(remotes.kit, shell)).toEqual([]);
  expect(problemsOf(remotes.vite, shell)).toEqual([]);
});

it('refuses them beside a shell that lacks a name that they use, each by itself', () => {
  const uses = Object.entries(remotes.kit.contract.uses ?? {}).flatMap(([request, paths]) =>
    Object.keys(paths).map((path) => [request, path.replace(/^default\./, '')] as const),
  );
  const names = new Map(
    uses
      .map(([request, path]) => [request, path.split('.')[0] ?? ''] as const)
      .filter(([request, name]) => Object.hasOwn(shell.contract.provides?.[request] ?? {}, name))
      .map((one) => [one.join(' '), one] as const),
  );
  const passed = [...names.values()].filter(
    ([request, name]) => problemsOf(remotes.kit, without(request, name)).length === 0,
  );
  expect(passed).toEqual([]);
  expect(names.size).toBeGreaterThan(40);
});

it('refuses them beside the next major of anything that they share, by either bundler', () => {
  const planted = Object.values(remotes).flatMap((remote) =>
    (remote.shared ?? []).map(({ name }) => [remote, name] as const),
  );
  const passed = planted.filter(
    ([remote, name]) => problemsOf(remote, withVersion(name, '99.0.0')).length === 0,
  );
  expect(passed.map(([, name]) => name)).toEqual([]);
  expect(planted.length).toBeGreaterThan(8);
});

it('refuses a React DOM of its own beside any other patch of React', () => {
  const own = { ...remotes.vite, reactDom: ['19.3.1'] };
  expect(problemsOf(own, shell)).toEqual([]);
  for (const version of ['19.3.0', '19.3.2', '19.4.0']) {
    expect(problemsOf({ ...own, reactDom: [version] }, shell)).toHaveLength(1);
  }
});

/** What the gate says of two builds that would share a page. */
function problemsOf(remote: Part, beside: Part): string[] {
  const problem = shellMisfit(remote, beside)?.problem;
  const named = shellContractProblems(remote, beside).map(
    ({ problem: of, symbol }) => `${symbol}: ${of}`,
  );
  return problem === undefined ? named : [problem, ...named];
}

/** The shell as it was, but for one name. */
function without(request: string, name: string): Part {
  const { contract } = shell;
  const names = Object.entries(contract.provides?.[request] ?? {});
  const rest = Object.fromEntries(names.filter(([one]) => one !== name));
  return {
    ...shell,
    contract: { ...contract, provides: { ...contract.provides, [request]: rest } },
  };
}

/** The shell with another version of a module, and without an earlier React. React's modules have one version. */
function withVersion(of: string, version: string): Part {
  const isReact = (name: string) => /^react(-dom)?(\/|$)/.test(name);
  const shared = shell.shared
    ?.filter((one) => one.version !== '18.3.1')
    .map((one) => {
      const moves = isReact(of) ? isReact(one.name) : one.name === of;
      return moves ? { ...one, version } : one;
    });
  return { ...shell, shared };
}

/** A remote whose page imports all of every package, so that nothing of them is left out. */
async function writeRemote(home: string): Promise<void> {
  const write = (path: string, text: string) => writeFile(join(home, path), text);
  const words = ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--legacy-peer-deps'];
  await write('package.json', JSON.stringify({ name: 'mfe-hundred', version: '1.0.0' }));
  await run('npm', [...words, ...installed], { cwd: home, maxBuffer: 2 ** 26 });
  const dependencies = { '@tallystick/shared': '*', react: '^19.0.0', 'react-dom': '^19.0.0' };
  const app = { name: 'mfe-hundred', version: '1.0.0', dependencies };
  await write('package.json', JSON.stringify(app));
  await mkdir(join(home, 'node_modules/@tallystick'));
  for (const place of ['shared', 'platform/build']) {
    await symlink(inProject(place), join(home, 'node_modules/@tallystick', basename(place)));
  }
  const routes = [{ path: '/hundred', page: 'Hundred' }];
  await write(
    'remote.json',
    JSON.stringify({ name: app.name, title: 'Hundred', routes, menu: [] }),
  );
  await mkdir(join(home, 'src'));
  const imports = imported.map((name, at) => `import * as m${at} from '${name}';`).join('\n');
  await write(
    'src/routes.tsx',
    `import { createRoot } from 'react-dom/client';
${imports}
export const everything = [createRoot, ${imported.map((_, at) => `m${at}`).join(', ')}];
function Page() { console.log(everything); return <p>{everything.length}</p>; }
export const routes = { '/hundred': { Component: Page } };
`,
  );
  await write(
    'index.html',
    '<!doctype html><script type="module" src="./src/routes.tsx"></script>',
  );
  // Minified, it takes minutes more, and uses the same.
  await write(
    'rspack.config.ts',
    `import { appConfiguration } from '@tallystick/build';
const configuration = appConfiguration(import.meta.dirname);
export default { ...configuration, optimization: { ...configuration.optimization, minimize: false } };
`,
  );
}

function shellPart() {
  const place = inProject('shell');
  const provided = singletonsOf(place).map(({ request, version }) => ({ name: request, version }));
  const earlier = ['react', 'react/jsx-runtime', 'react-dom', 'react-dom/client'];
  return {
    ...{ app: 'shell', build: '1.0.0-000000000000', kind: 'shell' as const },
    shared: [...provided, ...earlier.map((name) => ({ name, version: '18.3.1' }))],
    contract: recordContract(
      { folder: place, name: 'shell', version: '1.0.0', declaration: null, notes: [] },
      null,
    ).contract,
  };
}

async function kitPart(home: string) {
  const { build } = buildApp(home);
  const output = join(home, 'dist', build);
  const contract = v.parse(
    v.pipe(v.string(), v.parseJson(), buildContractSchema),
    await readFile(join(output, 'contract.json'), 'utf8'),
  );
  return { ...(await remotePart(output)), contract };
}

async function vitePart(home: string): Promise<Part> {
  const output = join(home, 'vite');
  // In a test its plugin does nothing.
  const { VITEST: _, ...env } = process.env;
  const words = [inProject('e2e/foreign/hundred.ts'), home, output];
  await run(process.execPath, words, { maxBuffer: 2 ** 26, env });
  return await remotePart(output);
}

async function remotePart(output: string): Promise<Part> {
  const manifest: unknown = JSON.parse(await readFile(join(output, 'mf-manifest.json'), 'utf8'));
  const { shared } = v.parse(v.pick(traitsSchema, ['shared']), manifest);
  const paths = filesBelow(output).filter((path) => !path.startsWith('server/'));
  const files = await Promise.all(
    paths.map(async (path) => [path, await readFile(join(output, path))] as const),
  );
  return {
    app: 'mfe-hundred',
    build: '1.0.0-000000000000',
    kind: 'remote',
    shared,
    reactDom: copiesIn(files, manifest).reactDom ?? [],
  };
}
