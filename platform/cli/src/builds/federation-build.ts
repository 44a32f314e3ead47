import { existsSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { readSource } from '@tallystick/build/read-source';
import { contentHash, filesBelow, integrityOf } from '@tallystick/contract/file-hashes';
import { issueSentence, predicateOf } from '@tallystick/contract/issue-sentence';
import type { Owner } from '@tallystick/contract/owner';
import { parseDeclaration, type ReadDeclaration } from '@tallystick/contract/parse-declaration';
import { type Artifact, artifactSchema } from '@tallystick/contract/release';
import type { RemoteDeclaration } from '@tallystick/contract/remote';
import type { ArtifactFile } from '@tallystick/contract/remote-file';
import { sbomFile } from '@tallystick/contract/sbom';
import * as v from 'valibot';
import {
  asResult,
  Failed,
  type Failure,
  fail,
  failure,
  type OrFailure,
  orFail,
} from '../outcome.ts';
import {
  type BuildManifest,
  isOfContainer,
  readManifest,
  routesProblem,
  withAllScripts,
} from './federation-manifest.ts';
import { foundSbom, isSbomOfTool } from './found-sbom.ts';
import { encodeJson, readJson } from './json.ts';
import { type LocalBuild, mapsOf } from './local-build.ts';
import { scopedSheets } from './scoped-sheets.ts';

/** What the options of `publish` say that the build itself may not. */
export interface FederationOptions {
  /** Path of the `remote.json`; undefined: beside the build, or beside its folder. */
  remote: string | undefined;
  /** The version in the build id; undefined: that of the package, or of the manifest. */
  version: string | undefined;
  /** Name of the global variable of a build without a manifest. */
  container: string | undefined;
}

/** Files that no page asks for. */
const ignored =
  /(^|\/)(\.|Thumbs\.db$|desktop\.ini$)|\.map$|^(artifact|contract|entry|current|mf-stats)\.json$|\.d\.ts$/;
const isLeftOut = (path: string) => ignored.test(path) || isSbomOfTool(path);
const versionPattern = /^\d+\.\d+\.\d+(?:-[a-z0-9.]+)?$/;

/** What there is to say of a folder that a federation plugin has written, each part by itself. */
export interface FederationParts {
  /** What would be published, by path. */
  files: ReadonlyMap<string, Uint8Array<ArrayBuffer>>;
  manifest: OrFailure<BuildManifest>;
  declaration: OrFailure<RemoteDeclaration>;
  /** The team that it belongs to; undefined: its `remote.json` does not say. */
  owner: Owner | undefined;
  /** What is to be told of the declaration though it is taken. */
  notes: readonly string[];
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
  const paths = filesBelow(folder).filter((path) => !isLeftOut(path));
  const files = new Map<string, Uint8Array<ArrayBuffer>>();
  // Another folder may hold all of a workspace.
  for (const path of paths.some(isOfContainer) ? paths : []) {
    files.set(path, await readFile(join(folder, path)));
  }
  const read = readManifest(folder, files, options.container);
  const manifest = linkProblem(folder, read.ok) ?? read;
  const stated = manifest.ok ? manifest.value.version : null;
  const declared = await asResult(readDeclaration(folder, options.remote, new Set(paths)));
  return {
    files,
    manifest,
    declaration: declared.ok ? { ok: true, value: declared.value.declaration } : declared,
    owner: declared.ok ? declared.value.owner : undefined,
    notes: declared.ok ? declared.value.notes : [],
    version: await asResult(versionOf(folder, options, stated)),
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
    .find((path) => (isBuild ? !isLeftOut(path) : /^(mf-manifest|remote-?entry)\./i.test(path)));
  if (link === undefined) return null;
  const problem = `${link} in ${folder} is a symbolic link, and would be left out.`;
  return failure('unfit', problem, 'Publish a copy of the folder: cp -RL.');
}

/** Those parts as a build: hashes of its files, and a build id by its content and declaration. */
export async function federationBuild(folder: string, parts: FederationParts): Promise<LocalBuild> {
  const { content: manifest } = orFail(parts.manifest);
  const noRoutes = routesProblem(manifest);
  if (noRoutes !== null) throw new Failed(noRoutes);
  const declaration = orFail(parts.declaration);
  const version = orFail(parts.version);
  const { owner } = parts;

  const bytes = new Map([...parts.files, ...scopedSheets(parts.files, declaration.name)]);
  bytes.set('mf-manifest.json', encodeJson(withAllScripts(manifest)));
  bytes.set('entry.json', encodeJson({ scripts: [], styles: [] }));
  const files = Object.fromEntries(
    [...bytes]
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([path, content]) => [path, integrityOf(content)]),
  );
  const hash = contentHash({
    ...files,
    declaration: JSON.stringify(declaration),
    ...(owner && { owner: JSON.stringify(owner) }),
  });
  const artifact: Artifact = {
    app: declaration.name,
    build: `${version}-${hash}`,
    kind: 'remote',
    files,
    declaration,
  };
  const checked = v.safeParse(artifactSchema, artifact, { message: predicateOf });
  if (!checked.success) fail('unfit', `${folder}: ${issueSentence(checked.issues[0], 'it')}`);
  const sizes = Object.fromEntries(
    [...bytes].map(([path, { byteLength }]) => [path, byteLength] as const),
  );
  const sbom = await foundSbom(folder, {
    ...{ app: artifact.app, build: artifact.build },
    ...{ paths: [...parts.files.keys()], shared: manifest.shared },
  });
  const whole: ArtifactFile = { ...artifact, owner, ...(sbom && { sbom: integrityOf(sbom) }) };
  bytes.set('artifact.json', encodeJson(whole));
  if (sbom !== null) bytes.set(sbomFile, sbom);
  return {
    artifact,
    // Another bundler wrote no word of it: the folder is as it was built, most of the time.
    source: readSource(folder),
    sizes,
    maps: mapsOf(folder, parts.files.keys()),
    sbom: sbom?.byteLength ?? null,
    read: async (path) => bytes.get(path) ?? (await readFile(join(folder, path))),
  };
}

async function readDeclaration(
  folder: string,
  given: string | undefined,
  files: ReadonlySet<string>,
): Promise<ReadDeclaration> {
  const places =
    given === undefined ? [folder, dirname(folder)].map((at) => join(at, 'remote.json')) : [given];
  const file = places.find((path) => existsSync(path));
  if (file === undefined && given !== undefined) {
    return fail('invalid', `There is no ${given}, which --remote names.`);
  }
  if (file === undefined) {
    const next = 'Write one (docs/releases.md says how), or name it with --remote FILE.';
    return fail(
      'invalid',
      `There is no remote.json in ${folder} nor beside it: it says which pages the app has.`,
      next,
    );
  }
  const read = parseDeclaration(await readFile(file, 'utf8'), files);
  return read.ok ? read.value : fail(read.code, `${file}: ${read.problem}.`);
}

async function versionOf(
  folder: string,
  { version }: FederationOptions,
  stated: string | null,
): Promise<string> {
  const packageSchema = v.object({ version: v.string() });
  const nearby = v.safeParse(packageSchema, await readJson(join(dirname(folder), 'package.json')));
  // A plugin may write one of its own into the manifest, the same for each build.
  const candidates = [version, nearby.success ? nearby.output.version : null, stated];
  const found = candidates.find((one) => one && versionPattern.test(one));
  if (version !== undefined && found !== version) {
    fail('usage', `${version} is no version: three numbers, as 1.2.0.`);
  }
  const problem = `Nothing says which version ${basename(folder)} is.`;
  return found ?? fail('usage', problem, 'Name it with --version 1.2.0.');
}
