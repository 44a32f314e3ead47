import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { licenceSchema } from '@tallystick/build/sbom/licence';
import * as v from 'valibot';

const packageSchema = v.object({
  name: v.string(),
  version: v.optional(v.string(), '0.0.0'),
  license: licenceSchema,
  dependencies: v.optional(v.record(v.string(), v.string()), {}),
});

/** A package of others, as it is installed. */
export type InstalledPackage = Omit<v.InferOutput<typeof packageSchema>, 'dependencies'> & {
  folder: string;
};

/**
 * The packages of others that these packages of ours need at run time, and what those need in turn, by
 * name and version.
 *
 * @throws Error if one is not installed
 */
export function packagesOf(folders: readonly string[]): InstalledPackage[] {
  const found = new Map<string, InstalledPackage>();
  const seen = new Set<string>();
  const visit = (folder: string) => {
    if (seen.has(folder)) return;
    seen.add(folder);
    const text = readFileSync(join(folder, 'package.json'), 'utf8');
    const { name, version, license, dependencies } = v.parse(packageSchema, JSON.parse(text));
    if (folder.includes('/node_modules/')) {
      found.set(`${name}@${version}`, { name, version, license, folder });
    }
    for (const dependency of Object.keys(dependencies)) visit(findPackage(dependency, folder));
  };
  for (const folder of folders) visit(realpathSync(folder));
  return [...found].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, found]) => found);
}

/** Where Node would find it; a package need not let its package.json be imported. */
export function findPackage(name: string, from: string): string {
  const folder = join(from, 'node_modules', name);
  if (existsSync(join(folder, 'package.json'))) return realpathSync(folder);
  if (dirname(from) === from) throw new Error(`The package ${name} is not installed.`);
  return findPackage(name, dirname(from));
}
