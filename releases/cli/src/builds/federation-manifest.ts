import { join } from 'node:path';
import * as v from 'valibot';
import { failure, type OrFailure } from '../outcome.ts';

const filesSchema = v.object({ sync: v.array(v.string()), async: v.array(v.string()) });

/** What the release plane needs of a bundler's `mf-manifest.json`. */
const manifestSchema = v.looseObject({
  metaData: v.looseObject({
    globalName: v.pipe(v.string(), v.minLength(1)),
    buildInfo: v.optional(v.looseObject({ buildVersion: v.optional(v.string()) })),
    remoteEntry: v.looseObject({
      name: v.string(),
      path: v.optional(v.string()),
      type: v.optional(v.string()),
    }),
  }),
  exposes: v.array(
    v.looseObject({
      path: v.string(),
      assets: v.looseObject({ js: filesSchema, css: filesSchema }),
    }),
  ),
});

/**
 * The build's own manifest, and the version that it states; or a manifest that says what there is to say of
 * an entry alone, which puts itself into the global variable `container`.
 */
export function readManifest(
  folder: string,
  files: ReadonlyMap<string, Uint8Array<ArrayBuffer>>,
  container: string | null,
): OrFailure<{ bytes: Uint8Array<ArrayBuffer>; version: string | null }> {
  const bytes = files.get('mf-manifest.json');
  if (bytes === undefined) return entryAlone(folder, files, container);
  const parsed = v.safeParse(manifestSchema, parseJson(bytes));
  if (!parsed.success) {
    const [issue] = parsed.issues;
    return failure(
      'unfit',
      `${join(folder, 'mf-manifest.json')}: ${v.getDotPath(issue) ?? 'content'}: ${issue.message}`,
    );
  }
  const { metaData, exposes } = parsed.output;
  const entry = `${metaData.remoteEntry.path ?? ''}${metaData.remoteEntry.name}`;
  if (!files.has(entry))
    return failure('unfit', `${folder} holds no ${entry}, which its manifest names.`);
  if (!exposes.some(({ path }) => path === './routes')) {
    const found = exposes.map(({ path }) => path).join(', ') || 'nothing';
    return failure(
      'unfit',
      `The build exposes ${found}, not ./routes.`,
      "Expose the module that exports `routes` as './routes'.",
    );
  }
  const version = metaData.buildInfo?.buildVersion ?? null;
  const manifest = { ...parsed.output, exposes: exposes.map(withAllScripts) };
  return { ok: true, value: { bytes: encodeJson(manifest), version } };
}

/**
 * An expose that has all its scripts loaded as it begins. A page loads these by their hashes; those that a
 * bundler's own runtime would load later, it loads without. As chunks they only register their modules.
 */
function withAllScripts<Expose extends { assets: { js: v.InferOutput<typeof filesSchema> } }>(
  expose: Expose,
): Expose {
  const { assets } = expose;
  const { sync, async } = assets.js;
  const js = { sync: [...new Set([...sync, ...async])], async: [] };
  return { ...expose, assets: { ...assets, js } };
}

function entryAlone(
  folder: string,
  files: ReadonlyMap<string, Uint8Array<ArrayBuffer>>,
  container: string | null,
): OrFailure<{ bytes: Uint8Array<ArrayBuffer>; version: null }> {
  const entry = ['remoteEntry.js', 'remote-entry.js', 'remoteEntry.mjs'].find((name) =>
    files.has(name),
  );
  if (entry === undefined) {
    return failure(
      'invalid',
      `${folder} holds no build: neither mf-manifest.json nor remoteEntry.js.`,
      'Build the app first.',
    );
  }
  const type = entry.endsWith('.mjs') ? 'module' : 'global';
  if (container === null && type === 'global') {
    const next = 'Name it with --container NAME: the `name` of the federation plugin.';
    return failure(
      'usage',
      `${folder} has no mf-manifest.json, so nothing says in which variable ${entry} puts itself.`,
      next,
    );
  }
  const none = { js: { sync: [], async: [] }, css: { sync: [], async: [] } };
  const globalName = container ?? '';
  const manifest = {
    id: globalName,
    name: globalName,
    metaData: { name: globalName, globalName, remoteEntry: { name: entry, path: '', type } },
    shared: [],
    exposes: [{ path: './routes', name: 'routes', assets: none }],
  };
  return { ok: true, value: { bytes: encodeJson(manifest), version: null } };
}

export function encodeJson(value: unknown): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(JSON.stringify(value));
}

/** The value; null: it is no JSON. */
export function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return null;
  }
}
