import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { declarationProblem } from '@tallystick/shared/contracts/declaration-problem';
import { type Artifact, artifactSchema } from '@tallystick/shared/contracts/release';
import {
  type RemoteDeclaration,
  remoteDeclarationSchema,
} from '@tallystick/shared/contracts/remote';
import * as v from 'valibot';
import { failure, type OrFailure } from '../outcome.ts';
import { encodeJson, parseJson, readManifest } from './federation-manifest.ts';
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
const ignored = /(^|\/)\.|\.map$|^(artifact|entry|current|mf-stats)\.json$|\.d\.ts$/;
const versionPattern = /^\d+\.\d+\.\d+(?:-[a-z0-9.]+)?$/;

/**
 * Reads what a bundler's federation plugin has put into `folder`, with a `remote.json`, as a build: hashes of
 * its files, and a build id by its content. `mf-manifest.json` is read where there is one; without it,
 * `remoteEntry.js` alone.
 */
export async function readFederationBuild(
  folder: string,
  options: FederationOptions,
): Promise<OrFailure<LocalBuild>> {
  const paths = (await listFiles(folder)).filter((path) => !ignored.test(path));
  const bytes = new Map<string, Uint8Array<ArrayBuffer>>();
  for (const path of paths) bytes.set(path, await readFile(join(folder, path)));

  const manifest = readManifest(folder, bytes, options.container);
  if (!manifest.ok) return manifest;
  const declared = await readDeclaration(folder, options.remote);
  if (!declared.ok) return declared;
  const version = await versionOf(folder, options, manifest.value.version);
  if (!version.ok) return version;
  const { declaration } = declared;
  const problem = declarationProblem(declaration, new Set(paths));
  if (problem !== null) return failure('unfit', `remote.json: ${problem}.`);

  bytes.set('mf-manifest.json', manifest.value.bytes);
  bytes.set('entry.json', encodeJson({ scripts: [], styles: [] }));
  const files = Object.fromEntries(
    [...bytes]
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([path, content]) => [path, integrityOf(content)]),
  );
  const artifact: Artifact = {
    app: declaration.name,
    build: `${version.value}-${contentHash({ ...files, declaration: JSON.stringify(declaration) })}`,
    kind: 'remote',
    files,
    declaration,
  };
  const checked = v.safeParse(artifactSchema, artifact);
  if (!checked.success) return failure('unfit', `${folder}: ${checked.issues[0].message}.`);
  const size = [...bytes.values()].reduce((sum, content) => sum + content.byteLength, 0);
  bytes.set('artifact.json', encodeJson(artifact));
  return {
    ok: true,
    value: { artifact, size, read: async (path) => bytes.get(path) ?? new Uint8Array() },
  };
}

async function readDeclaration(
  folder: string,
  given: string | null,
): Promise<{ ok: true; declaration: RemoteDeclaration } | ReturnType<typeof failure>> {
  const places =
    given === null ? [folder, dirname(folder)].map((at) => join(at, 'remote.json')) : [given];
  const file = places.find((path) => existsSync(path));
  if (file === undefined) {
    const next = 'Write one (docs/releases.md says how), or name it with --remote FILE.';
    return failure(
      'invalid',
      `There is no remote.json in ${folder} nor beside it: it says which pages the app has.`,
      next,
    );
  }
  const parsed = v.safeParse(remoteDeclarationSchema, await readJson(file));
  if (parsed.success) return { ok: true, declaration: parsed.output };
  const [issue] = parsed.issues;
  return failure('invalid', `${file}: ${v.getDotPath(issue) ?? 'content'}: ${issue.message}`);
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

async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .map((path) => path.replaceAll('\\', '/'));
}

function contentHash(files: Readonly<Record<string, string>>): string {
  const listing = Object.entries(files).map(([path, integrity]) => `${path} ${integrity}\n`);
  return createHash('sha256').update(listing.join('')).digest('hex').slice(0, 12);
}

function integrityOf(bytes: Uint8Array): string {
  return `sha384-${createHash('sha384').update(bytes).digest('base64')}`;
}

async function readJson(file: string): Promise<unknown> {
  return parseJson(await readFile(file).catch(() => new Uint8Array()));
}
