import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Compilation, Compiler, Module } from '@rspack/core';
import * as v from 'valibot';
import { licenceSchema } from './licence.ts';
import type { LicensedPackage } from './sbom-of.ts';

const packageSchema = v.object({
  name: v.string(),
  version: v.string(),
  license: licenceSchema,
});

/** A package whose code is in a build, and where it is installed. */
export interface FoundPackage extends LicensedPackage {
  folder: string;
}

/** The files of what is compiled on its own and comes into a build as one module, by the build's compiler. */
const compiledApart = new WeakMap<Compiler, Set<string>>();

/** Notes that what another compilation has compiled comes into the build of `compiler`. */
export function alsoCompiledIn(compiler: Compiler, compilation: Compilation): void {
  const known = compiledApart.get(compiler) ?? [];
  compiledApart.set(compiler, new Set([...known, ...filesIn(compilation)]));
}

/** The installed packages whose code is in a build, in the order of their names. What tree shaking leaves out is not. */
export function packagesIn(compilation: Compilation): FoundPackage[] {
  const apart = compiledApart.get(compilation.compiler) ?? [];
  return packagesOfFiles([...filesIn(compilation), ...apart]);
}

/** The installed packages that files are of, each once. */
export function packagesOfFiles(files: readonly string[]): FoundPackage[] {
  const folders = new Set(files.flatMap((file) => packageFolder(file) ?? []));
  return [...folders]
    .map((folder) => ({ ...readPackage(folder), folder }))
    .sort((one, other) => (nameOf(one) < nameOf(other) ? -1 : 1));
}

const nameOf = ({ name, version, folder }: FoundPackage) => `${name} ${version} ${folder}`;

/** The files of modules that are in a chunk, or of which values are: those that are joined, and what is inlined. */
function filesIn({ modules, chunks, chunkGraph, moduleGraph }: Compilation): string[] {
  const runtimes = new Set([...chunks].flatMap(({ runtime }) => [...runtime]));
  const isUsed = (module: Module) =>
    [...runtimes].some((runtime) => {
      const used = moduleGraph.getUsedExports(module, runtime);
      return used === true || (Array.isArray(used) && used.length > 0);
    });
  const inChunks = [...chunks].flatMap((chunk) => chunkGraph.getChunkModules(chunk));
  return [...new Set([...inChunks, ...[...modules].filter(isUsed)])].flatMap(filesOf);
}

/** The files that a module is made of: one, or those of the modules that were joined in it. */
function filesOf(module: Module): string[] {
  const own = module.nameForCondition();
  const joined = 'modules' in module && Array.isArray(module.modules) ? module.modules : [];
  return [...(own ? [own] : []), ...joined.flatMap(filesOf)];
}

/** The folder of the installed package that a file belongs to; null if it is the project's own. */
function packageFolder(file: string): string | null {
  if (!file.includes('/node_modules/')) return null;
  for (let folder = dirname(file); !folder.endsWith('/node_modules'); folder = dirname(folder)) {
    // Some packages mark folders of theirs as modules by a package.json without a name.
    if (existsSync(join(folder, 'package.json')) && isPackage(folder)) return folder;
  }
  return null;
}

const textOf = (folder: string) => readFileSync(join(folder, 'package.json'), 'utf8');
const isPackage = (folder: string) => v.is(packageSchema, JSON.parse(textOf(folder)));
const readPackage = (folder: string) => v.parse(packageSchema, JSON.parse(textOf(folder)));
