import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, glob, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import * as v from 'valibot';
import { inProject } from '../project.ts';
import { bundleCommand } from './bundle-command.ts';
import { exactVersion, kitPackage, packageFileSchema, type Versions } from './kit-package.ts';
import { nameInside, packedInside } from './packed-inside.ts';
import { readVersions } from './versions.ts';

const run = promisify(execFile);

/** The packages that make the kit: what a team needs to build a remote in a repository of its own. */
const packages: readonly WorkspacePackage[] = [
  { folder: 'shared', extras: ['remote.schema.json', 'template'], commands: {} },
  {
    folder: 'platform/build',
    extras: [],
    commands: { 'tallystick-release': 'platform/cli/src/packed.ts' },
  },
];

interface WorkspacePackage {
  folder: string;
  /** Files and folders that are packed as they are. */
  extras: readonly string[];
  /** Entries of other packages' commands that come with it, each whole in one file, by their names. */
  commands: Readonly<Record<string, string>>;
}

/**
 * Packs the kit into `target` with `npm pack`, one tarball a package, and returns their paths. Node
 * strips no types inside node_modules, so the packages hold JavaScript with declarations.
 *
 * @throws Error with what the compiler or npm had to say.
 */
export async function packKit(target: string): Promise<string[]> {
  await mkdir(target, { recursive: true });
  const staging = await mkdtemp(join(tmpdir(), 'tallystick-kit-'));
  try {
    const tarballs: string[] = [];
    for (const pkg of packages) {
      const stage = join(staging, pkg.folder);
      await stagePackage(pkg, stage);
      const words = ['pack', '--json', '--pack-destination', target];
      const { stdout } = await run('npm', words, { cwd: stage });
      const [{ filename }] = v.parse(packedSchema, JSON.parse(stdout));
      tarballs.push(join(target, filename));
    }
    await removeEarlier(target, tarballs);
    return tarballs;
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}

/** Beside those of an earlier version nobody would know which are meant. */
async function removeEarlier(target: string, tarballs: readonly string[]): Promise<void> {
  const kept = tarballs.map((tarball) => basename(tarball));
  for (const file of await readdir(target)) {
    const isTarball = /^tallystick-(shared|build)-.*\.tgz$/.test(file);
    if (isTarball && !kept.includes(file)) await rm(join(target, file));
  }
}

const packedSchema = v.tuple([v.object({ filename: v.string() })]);

async function stagePackage(
  { folder, extras, commands }: WorkspacePackage,
  stage: string,
): Promise<void> {
  await mkdir(stage, { recursive: true });
  const output = join(stage, 'dist');
  await compile(folder, output, false);
  await copyAsTheyAre(inProject(folder, 'src'), output);
  const inside = await packedInside(folder);
  for (const held of inside) {
    await compile(held, join(output, held), true);
    await copyAsTheyAre(inProject(held, 'src'), join(output, held));
  }
  await nameInside(inside, output);
  for await (const file of glob('**/*.d.ts', { cwd: output })) {
    await nameCompiledFiles(join(output, file));
  }
  for (const extra of extras) {
    await cp(inProject(folder, extra), join(stage, extra), { recursive: true });
  }
  const versions = readVersions();
  for await (const file of glob('template/package.json', { cwd: stage })) {
    const text = await readFile(join(stage, file), 'utf8');
    await writeFile(join(stage, file), stateVersions(text, versions));
  }
  await cp(inProject('LICENSE'), join(stage, 'LICENSE'));
  const text = await readFile(inProject(folder, 'package.json'), 'utf8');
  const pkg = v.parse(packageFileSchema, JSON.parse(text));
  const bundled: Record<string, string> = {};
  for (const [name, entry] of Object.entries(commands)) {
    bundled[name] = `./dist/commands/${name}.js`;
    await bundleCommand(inProject(entry), join(stage, bundled[name]));
  }
  const content = kitPackage(
    pkg,
    versions,
    bundled,
    inside.map((held) => `@tallystick/${basename(held)}`),
  );
  await writeFile(join(stage, 'package.json'), `${JSON.stringify(content, null, 2)}\n`);
}

/** What the compiler does not write: style sheets, and declarations of such. */
async function copyAsTheyAre(source: string, output: string): Promise<void> {
  for await (const file of glob(['**/*.css', '**/*.d.ts'], { cwd: source })) {
    await mkdir(dirname(join(output, file)), { recursive: true });
    await cp(join(source, file), join(output, file));
  }
}

/** A template's package.json with exact versions in place of the workspace's specifiers. */
function stateVersions(text: string, versions: Versions): string {
  return text.replaceAll(
    /"([^"]+)": "(catalog:|workspace:\*)"/g,
    (_, name: string, range: string) => `"${name}": "${exactVersion(name, range, versions)}"`,
  );
}

/** The compiler leaves the names of sources in declarations. */
async function nameCompiledFiles(file: string): Promise<void> {
  const text = await readFile(file, 'utf8');
  await writeFile(file, text.replaceAll(/(['"])(\.[^'"]+)\.tsx?\1/g, '$1$2.js$1'));
}

/** Compiles a package's sources, without its tests, to JavaScript and declarations. */
async function compile(folder: string, output: string, isHeld: boolean): Promise<void> {
  // Of a package that others hold it may be a part.
  const inside = inProject(folder, 'tsconfig.inside.json');
  const settings = isHeld && existsSync(inside) ? inside : inProject(folder, 'tsconfig.kit.json');
  const tsc = inProject('node_modules/typescript/bin/tsc');
  try {
    await run(process.execPath, [tsc, '-p', settings, '--outDir', output]);
  } catch (error) {
    const words = error instanceof Error && 'stdout' in error ? error.stdout : error;
    throw new Error(`${relative(inProject(), settings)} does not compile\n${words}`);
  }
}
