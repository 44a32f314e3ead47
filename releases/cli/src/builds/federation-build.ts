import { existsSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { declarationProblem } from '@tallystick/shared/contracts/declaration-problem';
import { type Artifact, artifactSchema } from '@tallystick/shared/contracts/release';
import {
  type RemoteDeclaration,
  remoteDeclarationSchema,
} from '@tallystick/shared/contracts/remote';
import { contentHash, filesBelow, integrityOf } from '@tallystick/shared/release/file-hashes';
import * as v from 'valibot';
import { type Failure, failure, type OrFailure } from '../outcome.ts';
import {
  type BuildManifest,
  readManifest,
  routesProblem,
  withAllScripts,
} from './federation-manifest.ts';
import { encodeJson, readJson } from './json.ts';
import type { LocalBuild } from './local-build.ts';

/** What the options of `publish` say that the build itself may not. */
export interface FederationOptions {
  /** Path of the `remote.json`; null: beside the build, or beside its folder. */
  remote: string | null;
  /** The version in the build id; null: that of the manifest, or of the package. */
  version: string | null;
  /** Name of the global variable of a build without a manifest. */
  container: string | null;
}

/** Files that no page asks for. */
const ignored = /(^|\/)\.|\.map$|^(artifact|contract|entry|current|mf-stats)\.json$|\.d\.ts$/;
const versionPattern = /^\d+\.\d+\.\d+(?:-[a-z0-9.]+)?$/;

/** What there is to say of a folder that a federation plugin has written, each part by itself. */
export interface FederationParts {
  /** What would be published, by path. */
  files: ReadonlyMap<string, Uint8Array<ArrayBuffer>>;
  /** Paths of the source maps of these files. */
  maps: readonly string[];
  manifest: OrFailure<BuildManifest>;
  declaration: OrFailure<RemoteDeclaration>;
  version: OrFailure<string>;
}

/**
 * Reads what a bundler's federation plugin has put into `folder`, with a `remote.json`. `mf-manifest.json` is
 * read where there is one; without it, `remoteEntry.js` alone.
 */
export async function readFederationParts(
  folder: string,
  options: FederationOptions,
): Promise<FederationParts> {
  const all = filesBelow(folder);
  const paths = all.filter((path) => !ignored.test(path));
  const files = new Map<string, Uint8Array<ArrayBuffer>>();
  for (const path of paths) files.set(path, await readFile(join(folder, path)));
  const read = readManifest(folder, files, options.container);
  const manifest = linkProblem(folder, read.ok) ?? read;
  const stated = manifest.ok ? manifest.value.version : null;
  return {
    files,
    maps: paths.map((path) => `${path}.map`).filter((path) => all.includes(path)),
    manifest,
    declaration: await readDeclaration(folder, options.remote, new Set(paths)),
    version: await versionOf(folder, options, stated),
  };
}

/** A link is no file, so a build would do without what it leads to. Null: there is none. */
function linkProblem(folder: string, isBuild: boolean): Failure | null {
  const entries = existsSync(folder)
    ? readdirSync(folder, { recursive: true, withFileTypes: true })
    : [];
  const link = entries
    .filter((entry) => entry.isSymbolicLink())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .find((path) => (isBuild ? !ignored.test(path) : /^(mf-manifest|remote-?entry)\./i.test(path)));
  if (link === undefined) return null;
  const problem = `${link} in ${folder} is a symbolic link, and would be left out.`;
  return failure('unfit', problem, 'Publish a copy of the folder: cp -RL.');
}

/** Those parts as a build: hashes of its files, and a build id by its content and declaration. */
export function federationBuild(folder: string, parts: FederationParts): OrFailure<LocalBuild> {
  const { manifest, declaration, version } = parts;
  if (!manifest.ok) return manifest;
  const noRoutes = routesProblem(manifest.value.content);
  if (noRoutes !== null) return noRoutes;
  if (!declaration.ok) return declaration;
  if (!version.ok) return version;

  const bytes = new Map(parts.files);
  bytes.set('mf-manifest.json', encodeJson(withAllScripts(manifest.value.content)));
  bytes.set('entry.json', encodeJson({ scripts: [], styles: [] }));
  const files = Object.fromEntries(
    [...bytes]
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([path, content]) => [path, integrityOf(content)]),
  );
  const hash = contentHash({ ...files, declaration: JSON.stringify(declaration.value) });
  const artifact: Artifact = {
    app: declaration.value.name,
    build: `${version.value}-${hash}`,
    kind: 'remote',
    files,
    declaration: declaration.value,
  };
  const checked = v.safeParse(artifactSchema, artifact);
  if (!checked.success) return failure('unfit', `${folder}: ${checked.issues[0].message}.`);
  const size = [...bytes.values()].reduce((sum, content) => sum + content.byteLength, 0);
  bytes.set('artifact.json', encodeJson(artifact));
  return {
    ok: true,
    value: {
      artifact,
      size,
      maps: parts.maps,
      read: async (path) => bytes.get(path) ?? (await readFile(join(folder, path))),
    },
  };
}

async function readDeclaration(
  folder: string,
  given: string | null,
  files: ReadonlySet<string>,
): Promise<OrFailure<RemoteDeclaration>> {
  const places =
    given === null ? [folder, dirname(folder)].map((at) => join(at, 'remote.json')) : [given];
  const file = places.find((path) => existsSync(path));
  if (file === undefined && given !== null) {
    return failure('invalid', `There is no ${given}, which --remote names.`);
  }
  if (file === undefined) {
    const next = 'Write one (docs/releases.md says how), or name it with --remote FILE.';
    return failure(
      'invalid',
      `There is no remote.json in ${folder} nor beside it: it says which pages the app has.`,
      next,
    );
  }
  const content = await readJson(file);
  if (content === undefined) return failure('invalid', `${file} is not JSON.`);
  const parsed = v.safeParse(remoteDeclarationSchema, content);
  if (!parsed.success) {
    const [issue] = parsed.issues;
    return failure('invalid', `${file}: ${v.getDotPath(issue) ?? 'content'}: ${issue.message}`);
  }
  const problem = declarationProblem(parsed.output, files);
  if (problem !== null) return failure('unfit', `remote.json: ${problem}.`);
  return { ok: true, value: parsed.output };
}

async function versionOf(
  folder: string,
  { version }: FederationOptions,
  stated: string | null,
): Promise<OrFailure<string>> {
  const packageSchema = v.object({ version: v.string() });
  const nearby = v.safeParse(packageSchema, await readJson(join(dirname(folder), 'package.json')));
  const candidates = [version, stated, nearby.success ? nearby.output.version : null];
  const found = candidates.find((one) => one !== null && versionPattern.test(one));
  if (version !== null && found !== version) {
    return failure('usage', `${version} is no version: three numbers, as 1.2.0.`);
  }
  return typeof found === 'string'
    ? { ok: true, value: found }
    : failure(
        'usage',
        `Nothing says which version ${basename(folder)} is.`,
        'Name it with --version 1.2.0.',
      );
}
