import { join } from 'node:path';
import { issueSentence, predicateOf } from '@tallystick/contract/issue-sentence';
import {
  type FederationManifest,
  manifestSchema,
} from '@tallystick/registry/contract/federation-manifest';
import * as v from 'valibot';
import { type Failure, failure, type OrFailure } from '../outcome.ts';
import { parseJson } from './json.ts';

const { metaData, exposes } = manifestSchema.entries;

/** What the command needs of a manifest beside that. */
const bundledSchema = v.looseObject({
  exposes,
  metaData: v.looseObject({
    ...metaData.entries,
    globalName: v.pipe(v.string(), v.minLength(1)),
    buildInfo: v.optional(v.looseObject({ buildVersion: v.optional(v.string()) })),
  }),
});

/** What there is to say of a build's manifest. */
export interface BuildManifest {
  content: FederationManifest;
  /** The version that it states. */
  version: string | null;
  /** Whether it says which scripts and styles there are beside the entry. */
  whole: boolean;
}

/** Whether a file of this path is what a federation plugin writes beside the code itself. */
export function isOfContainer(path: string): boolean {
  return (
    path === 'mf-manifest.json' ||
    /^(?!(.*\/)?node_modules\/)(.*\/)?remote-?entry[^/]*\.m?js$/i.test(path)
  );
}

/**
 * The build's own manifest; or one that says what there is to say of an entry alone, which puts itself into
 * the global variable `container`.
 */
export function readManifest(
  folder: string,
  files: ReadonlyMap<string, Uint8Array<ArrayBuffer>>,
  container: string | undefined,
): OrFailure<BuildManifest> {
  const bytes = files.get('mf-manifest.json');
  if (bytes === undefined) return entryAlone(folder, files, container);
  const parsed = v.safeParse(bundledSchema, parseJson(bytes), { message: predicateOf });
  if (!parsed.success) {
    const [issue] = parsed.issues;
    return failure('unfit', `${join(folder, 'mf-manifest.json')}: ${issueSentence(issue, 'it')}`);
  }
  const { metaData } = parsed.output;
  const entry = entryOf(parsed.output);
  if (!files.has(entry))
    return failure('unfit', `${folder} holds no ${entry}, which its manifest names.`);
  const version = metaData.buildInfo?.buildVersion ?? null;
  return { ok: true, value: { content: parsed.output, version, whole: true } };
}

/** Path of the script or module that the page loads first. */
export function entryOf({ metaData }: FederationManifest): string {
  return `${metaData.remoteEntry.path ?? ''}${metaData.remoteEntry.name}`;
}

/** Whether its scripts are JavaScript modules. */
export function isModule({ metaData }: FederationManifest): boolean {
  const { type } = metaData.remoteEntry;
  return type === 'module' || type === 'esm';
}

/** Why a page would find no pages in the build; null: it would. */
export function routesProblem({ exposes }: FederationManifest): Failure | null {
  if (exposes.some(({ path }) => path === './routes')) return null;
  const found = exposes.map(({ path }) => path).join(', ') || 'nothing';
  return failure(
    'unfit',
    `The build exposes ${found}, not ./routes.`,
    "Expose the module that exports `routes` as './routes'.",
  );
}

/**
 * The manifest as it is published: it has all scripts of an expose loaded as that begins. A page loads these by
 * their hashes; those that a bundler's own runtime would load later, it loads without. As chunks they only
 * register their modules.
 */
export function withAllScripts(manifest: FederationManifest): FederationManifest {
  const exposes = manifest.exposes.map((expose) => {
    const { sync, async } = expose.assets.js;
    const js = { sync: [...new Set([...sync, ...async])], async: [] };
    return { ...expose, assets: { ...expose.assets, js } };
  });
  return { ...manifest, exposes };
}

function entryAlone(
  folder: string,
  files: ReadonlyMap<string, Uint8Array<ArrayBuffer>>,
  container: string | undefined,
): OrFailure<BuildManifest> {
  const entry = ['remoteEntry.js', 'remote-entry.js', 'remoteEntry.mjs'].find((name) =>
    files.has(name),
  );
  const hashed = [...files.keys()].find(isOfContainer);
  if (entry === undefined && hashed !== undefined) {
    const next = 'Set `manifest: true` in the federation plugin, and build again.';
    return failure('invalid', `${folder} has ${hashed} but no mf-manifest.json.`, next);
  }
  if (entry === undefined) {
    return failure(
      'invalid',
      `${folder} holds no build: neither mf-manifest.json nor remoteEntry.js.`,
      'Build the app first.',
    );
  }
  const type = entry.endsWith('.mjs') ? 'module' : 'global';
  if (container === undefined && type === 'global') {
    const next =
      'Name it with --container NAME, the `name` of the federation plugin, or set `manifest: true` there.';
    return failure(
      'usage',
      `${folder} has no mf-manifest.json, so nothing says in which variable ${entry} puts itself.`,
      next,
    );
  }
  const none = { js: { sync: [], async: [] }, css: { sync: [], async: [] } };
  const globalName = container ?? '';
  const content = {
    id: globalName,
    name: globalName,
    metaData: { name: globalName, globalName, remoteEntry: { name: entry, path: '', type } },
    shared: [],
    exposes: [{ path: './routes', name: 'routes', assets: none }],
  };
  return { ok: true, value: { content, version: null, whole: false } };
}
