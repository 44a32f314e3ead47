import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { integrityOf } from '@tallystick/contract/file-hashes';
import { buildIdSchema } from '@tallystick/contract/release';
import { artifactFileSchema } from '@tallystick/contract/remote-file';
import { sbomFile } from '@tallystick/contract/sbom';
import * as v from 'valibot';
import { fail } from '../outcome.ts';
import {
  type FederationOptions,
  federationBuild,
  readFederationParts,
} from './federation-build.ts';
import { readJson } from './json.ts';
import { type LocalBuild, mapsOf } from './local-build.ts';

const currentSchema = v.object({ build: buildIdSchema });

/**
 * Reads the newest build of an app. `folder` is the app's folder, its `dist`, the folder of one build, or what
 * another bundler's federation plugin has written. Each file of a build of the preset is compared with its hash,
 * so that what is sent is what was built.
 */
export async function readFolder(folder: string, options: FederationOptions): Promise<LocalBuild> {
  const home = await buildFolder(folder, options);
  if (home !== null) return readOwnBuild(home);
  if (await holdsBuilds(folder)) {
    fail('invalid', `The last build in ${folder} failed.`, 'Build it again.');
  }
  return federationBuild(folder, await readFederationParts(folder, options));
}

/** Whether the preset has written builds there. A failed build removes `current.json`, but older builds stay. */
async function holdsBuilds(folder: string): Promise<boolean> {
  const places = [folder, join(folder, 'dist')].map((place) => readdir(place).catch(() => []));
  return (await Promise.all(places)).flat().some((name) => v.is(buildIdSchema, name));
}

/** The build that the preset has written into `home`. */
export async function readOwnBuild(home: string): Promise<LocalBuild> {
  const parsed = v.safeParse(artifactFileSchema, await readJson(join(home, 'artifact.json')));
  if (!parsed.success) {
    const problem = `${join(home, 'artifact.json')} is not what a build writes.`;
    return fail('invalid', problem, 'Build it again: tallystick-build.');
  }
  const { owner: _owner, sbom, source, ...artifact } = parsed.output;
  const sizes: Record<string, number> = {};
  const stated = { ...artifact.files, ...(sbom !== undefined && { [sbomFile]: sbom }) };
  for (const [path, integrity] of Object.entries(stated)) {
    const bytes = await readFile(join(home, path)).catch(() => null);
    if (bytes === null || integrityOf(bytes) !== integrity) {
      const wrong = bytes === null ? 'is missing' : 'was changed after the build';
      return fail('unfit', `${join(home, path)} ${wrong}.`, 'Build it again.');
    }
    sizes[path] = bytes.byteLength;
  }
  const { [sbomFile]: ofSbom = null, ...own } = sizes;
  const maps = mapsOf(home, Object.keys(own));
  return {
    artifact,
    source,
    sizes: own,
    maps,
    sbom: ofSbom,
    read: (path) => readFile(join(home, path)),
  };
}

/**
 * Where in the folder of an app a build of the preset is; null: nowhere. Such a build declares everything itself, so
 * an option is refused rather than ignored.
 */
export async function buildFolder(
  folder: string,
  options: Partial<FederationOptions> = {},
): Promise<string | null> {
  const home = await findBuildFolder(folder);
  const [ignored] = Object.entries(options).flatMap(([name, value]) => (value ? [name] : []));
  if (home !== null && ignored !== undefined) {
    const problem = `--${ignored} is for the build of another bundler, and ${home} is none.`;
    fail('usage', problem, 'Leave it out: what tallystick-build writes says it.');
  }
  return home;
}

async function findBuildFolder(folder: string): Promise<string | null> {
  if ((await readJson(join(folder, 'artifact.json'))) !== undefined) return folder;
  for (const dist of [folder, join(folder, 'dist')]) {
    const current = v.safeParse(currentSchema, await readJson(join(dist, 'current.json')));
    if (current.success) return join(dist, current.output.build);
  }
  return null;
}
