import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Compilation, Compiler, Module } from '@rspack/core';
import * as v from 'valibot';
import { writtenFile } from './written-file.ts';

/** What a package.json says of its licence: an SPDX expression; packages of before 2015 have an object. */
export const licenceSchema = v.optional(
  v.union([
    v.string(),
    v.pipe(
      v.object({ type: v.string() }),
      v.transform(({ type }) => type),
    ),
  ]),
  'see its files',
);

/** The texts of licence and notices that lie in the folder of a package. */
export function licenceTexts(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && /^(licen[cs]e|copying|notice)/i.test(entry.name))
    .map(({ name }) => name)
    .sort()
    .map((name) => readFileSync(join(folder, name), 'utf8').trim());
}

const packageSchema = v.object({
  name: v.string(),
  version: v.string(),
  license: licenceSchema,
});

/** The files of what is compiled on its own and comes into a build as one module, by the build's compiler. */
const compiledApart = new WeakMap<Compiler, Set<string>>();

/** Notes that what another compilation has compiled comes into the build of `compiler`. */
export function alsoCompiledIn(compiler: Compiler, { modules }: Compilation): void {
  const known = compiledApart.get(compiler) ?? [];
  compiledApart.set(compiler, new Set([...known, ...[...modules].flatMap(filesOf)]));
}

/**
 * Writes `licenses.txt`: name, version and licence text of each installed package whose code is in the
 * build. The same bytes for the same packages.
 */
export const licencesOfPackages = writtenFile('licenses.txt', 'ADDITIONAL', (compilation) => {
  const { compiler, modules } = compilation;
  const files = [...[...modules].flatMap(filesOf), ...(compiledApart.get(compiler) ?? [])];
  const folders = new Set(files.flatMap((file) => packageFolder(file) ?? []));
  const notices = new Set([...folders].map(noticeOf).sort());
  return [...notices].join(`\n${'-'.repeat(78)}\n\n`);
});

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
    const path = join(folder, 'package.json');
    if (existsSync(path) && v.is(packageSchema, JSON.parse(readFileSync(path, 'utf8')))) {
      return folder;
    }
  }
  return null;
}

function noticeOf(folder: string): string {
  const text = readFileSync(join(folder, 'package.json'), 'utf8');
  const { name, version, license } = v.parse(packageSchema, JSON.parse(text));
  return [`${name} ${version}, ${license}`, ...licenceTexts(folder)].join('\n\n').concat('\n');
}
