import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { packagesOfFiles } from '@tallystick/build/sbom/packages-in';
import { type LicensedPackage, sbomOf } from '@tallystick/build/sbom/sbom-of';
import { packageOf } from '@tallystick/contract/package-of';
import { packagesOf } from '@tallystick/contract/sbom';
import { sharedModulesSchema } from '@tallystick/registry/contract/fit-beside';
import * as v from 'valibot';
import { fail } from '../outcome.ts';
import { readJson } from './json.ts';

/** Where tools write it: `@cyclonedx/webpack-plugin` and `rollup-plugin-sbom` into the last one. */
const names = ['bom.json', 'sbom.json', 'cyclonedx/bom.json'];
/** Such files are not for pages. */
export const isSbomOfTool = (path: string) => /^(?:s?bom|cyclonedx\/bom)\.(?:json|xml)$/.test(path);

/** A build of another bundler, as far as this needs it. */
interface Bundled {
  app: string;
  build: string;
  /** Paths of its files. */
  paths: readonly string[];
  /** What its manifest says that it shares. */
  shared: unknown;
}

/**
 * The bill of materials of what a bundler has written into `folder`. What the team's own tool wrote there or beside it is
 * taken as it is; else it is of the packages that source maps name. Null: nothing says what is in it.
 */
export async function foundSbom(
  folder: string,
  built: Bundled,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const places = [folder, dirname(folder)].flatMap((at) => names.map((name) => join(at, name)));
  for (const file of places) {
    const document = await readJson(file);
    if (document === undefined) continue;
    if (packagesOf(document) === null) {
      return fail('invalid', `${file} is no CycloneDX document with components, in JSON.`);
    }
    return new Uint8Array(await readFile(file));
  }
  const inside = await packagesByMaps(folder, built.paths);
  if (inside === null) return null;
  const version = built.build;
  return new TextEncoder().encode(
    sbomOf({ name: built.app, version }, withShared(inside, built.shared)),
  );
}

const mapSchema = v.object({
  sourceRoot: v.nullish(v.string()),
  sources: v.array(v.nullable(v.string())),
});

/**
 * Names of chunks that have no source map in builds with maps, as Vite and its federation plugin make all of them up. Any
 * other script without a map may be a package.
 */
const madeUp =
  /(?:^|\/)(?:rolldown-runtime|vite-preload-helper|hostInit|mf-entry-bootstrap|pendingShares|_virtual_mf)[\w-]*\.js$/;
/** What federation plugins make up while they bundle. */
const isVirtual = (source: string) =>
  /\/(?:__mf__virtual|\.federation)\/|^\0|virtual:/.test(source);

/** The packages of which the scripts are, by their source maps; null: one has no map, or a package is not there. */
async function packagesByMaps(
  folder: string,
  paths: readonly string[],
): Promise<LicensedPackage[] | null> {
  const scripts = paths.filter((path) => /\.m?js$/.test(path));
  const files = new Set<string>();
  let mapped = 0;
  for (const path of scripts) {
    const file = join(folder, `${path}.map`);
    const map = v.safeParse(mapSchema, await readJson(file));
    if (!map.success && !madeUp.test(path)) return null;
    if (!map.success) continue;
    mapped += 1;
    const root = map.output.sourceRoot ?? '';
    for (const source of map.output.sources) {
      const named = `${root}${source ?? ''}`;
      if (!/(?:^|\/)node_modules\//.test(named) || isVirtual(named)) continue;
      const found = sourceFile(named, dirname(file), folder);
      if (found === undefined) return null;
      files.add(found);
    }
  }
  return mapped === 0 ? null : packagesOfFiles([...files]);
}

/**
 * A source as a file of a package that is there, though that file may not be. Bundlers name it as seen from its map or
 * from the folder that they ran in, and webpack leaves out steps to folders above that.
 */
function sourceFile(source: string, mapFolder: string, folder: string): string | undefined {
  const path = source
    .replace(/^[a-z]+:\/\/(?:[^/]*\/)?/, (scheme) => (scheme.startsWith('file:') ? '/' : ''))
    .replace(/\?[^/]*$/, '');
  const within = path.replace(/^(?:\.{1,2}\/)+/, '');
  const installed = within.replace(/^.*?(?=node_modules\/)/, '');
  const above = [mapFolder];
  for (let at = resolve(folder); dirname(at) !== at; at = dirname(at)) above.push(dirname(at));
  const candidates = [path, within, installed].flatMap((name) =>
    above.map((at) => resolve(at, name)),
  );
  return candidates.find((file) => {
    const [, home] = /^(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(file) ?? [];
    return home !== undefined && existsSync(join(home, 'package.json'));
  });
}

/** Those that the build shares are marked: with a copy of its own it gives it too, without one the page gives it. */
function withShared(inside: readonly LicensedPackage[], said: unknown): LicensedPackage[] {
  const parsed = v.safeParse(sharedModulesSchema, said);
  const shared = parsed.success ? (parsed.output ?? []) : [];
  const given = new Set(shared.map(({ name }) => packageOf(name)));
  const own = new Set(inside.map(({ name }) => name));
  const taken = shared.flatMap(({ name, version }): LicensedPackage[] => {
    const of = packageOf(name);
    return own.has(of) || !version ? [] : [{ name: of, version, shared: 'taken' }];
  });
  return [
    ...inside.map((one) => (given.has(one.name) ? { ...one, shared: 'given' as const } : one)),
    ...taken,
  ];
}
