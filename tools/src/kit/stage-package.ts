import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, glob, mkdir, readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import * as v from 'valibot';
import { inProject } from '../project.ts';
import { bundleCommand } from './bundle-command.ts';
import { exactVersion, kitPackage, packageFileSchema, type Versions } from './kit-package.ts';
import { nameInside, packedInside } from './packed-inside.ts';
import { readVersions } from './versions.ts';

const run = promisify(execFile);

export interface PackageToStage {
  folder: string;
  /** Files and folders that are packed as they are, and where of the workspace they are, if that is elsewhere. */
  extras: Readonly<Record<string, string>>;
  /** Entries of other packages' commands that come with it, each whole in one file, by their names. */
  commands: Readonly<Record<string, string>>;
}

/** Writes into `stage` what is packed of a package; `compiled` as for `compileWhole`. */
export async function stagePackage(
  { folder, extras, commands }: PackageToStage,
  stage: string,
  compiled: string,
): Promise<void> {
  const inside = await compileWhole(folder, join(stage, 'dist'), compiled);
  for (const [path, from] of Object.entries(extras)) {
    await cp(inProject(from), join(stage, path), { recursive: true });
  }
  await stateVersions(stage);
  const versions = readVersions();
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

/**
 * Compiles a package, and inside it those of the platform that it depends on, which it answers. Those are compiled into
 * the folder `compiled`, unless they are there: one may be inside several packages.
 */
export async function compileWhole(
  folder: string,
  output: string,
  compiled: string,
): Promise<string[]> {
  await mkdir(output, { recursive: true });
  await compile(folder, output, false);
  await copyAsTheyAre(inProject(folder, 'src'), output);
  const inside = await packedInside(folder);
  for (const held of inside) {
    const there = join(compiled, held);
    if (!existsSync(there)) {
      await compile(held, there, true);
      await copyAsTheyAre(inProject(held, 'src'), there);
    }
    await cp(there, join(output, held), { recursive: true });
  }
  await nameInside(inside, output);
  for await (const file of glob('**/*.d.ts', { cwd: output })) {
    await nameCompiledFiles(join(output, file));
  }
  return inside;
}

/** What the compiler does not write: style sheets, and declarations of such. */
async function copyAsTheyAre(source: string, output: string): Promise<void> {
  for await (const file of glob(['**/*.css', '**/*.d.ts'], { cwd: source })) {
    await mkdir(dirname(join(output, file)), { recursive: true });
    await cp(join(source, file), join(output, file));
  }
}

/** Puts exact versions in place of the workspace's specifiers, in the templates' package.json. */
export async function stateVersions(stage: string): Promise<void> {
  const versions: Versions = readVersions();
  for await (const file of glob('**/template/package.json', { cwd: stage })) {
    const text = await readFile(join(stage, file), 'utf8');
    const stated = text.replaceAll(
      /"([^"]+)": "(catalog:|workspace:\*)"/g,
      (_, name: string, range: string) => `"${name}": "${exactVersion(name, range, versions)}"`,
    );
    await writeFile(join(stage, file), stated);
  }
}

/** The compiler leaves the names of sources in declarations. */
async function nameCompiledFiles(file: string): Promise<void> {
  const text = await readFile(file, 'utf8');
  await writeFile(file, text.replaceAll(/(['"])(\.[^'"]+)\.tsx?\1/g, '$1$2.js$1'));
}

/** Compiles a package's sources, without its tests, to JavaScript and declarations. */
async function compile(folder: string, output: string, isHeld: boolean): Promise<void> {
  // Other packages may contain only a part of this one, which `tsconfig.inside.json` names.
  const inside = inProject(folder, 'tsconfig.inside.json');
  const settings = isHeld && existsSync(inside) ? inside : inProject(folder, 'tsconfig.kit.json');
  const tsc = inProject('node_modules/typescript/bin/tsc');
  try {
    await run(process.execPath, [tsc, '-p', settings, '--singleThreaded', '--outDir', output]);
  } catch (error) {
    const words = error instanceof Error && 'stdout' in error ? error.stdout : error;
    throw new Error(`${relative(inProject(), settings)} does not compile\n${words}`);
  }
}
