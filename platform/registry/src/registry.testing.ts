import { integrityOf } from '@tallystick/contract/file-hashes';
import type { Owner } from '@tallystick/contract/owner';
import type { Redirect } from '@tallystick/contract/remote';
import type { OrRefusal } from './contract/problem.ts';
import type { Actor } from './contract/tokens.ts';
import type { Registry } from './registry.ts';
import { newKey, signingKeyOf } from './signing/signing-key.ts';

/** A key for the registries of one test process. */
export const testKey = signingKeyOf(newKey());

/** Who may do everything. */
export const manager: Actor = { tokenId: 'house', name: 'Ann', scope: { kind: 'manager' } };

/** Who may move the builds of one app. */
export function publisherOf(app: string): Actor {
  return { tokenId: `of-${app}`, name: `${app} team`, scope: { kind: 'publisher', app } };
}

/** A build id of which `n` is the patch version. */
export function buildOf(n: number): string {
  return `1.0.${n}-${n.toString(16).padStart(12, '0')}`;
}

export interface DraftOptions {
  kind?: 'shell' | 'remote';
  /** Beside the ones that every build has. */
  files?: Readonly<Record<string, string>>;
  paths?: readonly string[];
  menu?: readonly string[];
  /** What its routes are about. */
  about?: string;
  redirects?: readonly Redirect[];
  owner?: Owner;
  /** API hosts that it declares. */
  connect?: readonly string[];
  /** Openings that it declares. */
  needs?: readonly string[];
  /** Declared widgets; the manifest has none. */
  exposes?: readonly string[];
  /** Its own slots, and what it brings into those of others. */
  slots?: readonly string[];
  brings?: readonly { slot: string; expose: string; order: number }[];
  /** Declared settings. */
  settings?: Readonly<Record<string, object>>;
  /** Entries of the manifest's `shared`. */
  shared?: readonly object[];
  /** Components of its `sbom.json`; absent: it has none. */
  components?: readonly object[];
  /** The commit that it is said to be built from, as it is published. */
  commit?: string;
}

/** The files of a build, `artifact.json` among them, as they are uploaded. */
export function draftOf(
  app: string,
  build: string,
  {
    kind = 'remote',
    files = {},
    paths = [`/${app}`],
    menu = [],
    about,
    redirects,
    owner,
    connect,
    needs,
    exposes,
    slots,
    brings,
    settings,
    shared,
    components,
  }: DraftOptions = {},
): Record<string, string> {
  const manifest = { metaData: { remoteEntry: { name: 'entry.js' } }, exposes: [], shared };
  const content = {
    'mf-manifest.json': JSON.stringify(manifest),
    'entry.json': JSON.stringify({ scripts: [], styles: [] }),
    'entry.js': `run('${app} ${build}');`,
    ...files,
  };
  const declaration = {
    name: app,
    title: app,
    routes: paths.map((path) => ({ path, page: app, about })),
    menu: menu.map((name) => ({
      name,
      text: name,
      icon: 'dot',
      link: name,
      user: ['user'],
      subs: ['lite'],
      actv: true,
      order: 1,
    })),
    redirects,
    ...((connect || needs) && { policy: { connect, needs } }),
    exposes,
    slots,
    brings,
    settings,
  };
  const sbom = components && JSON.stringify({ bomFormat: 'CycloneDX', components });
  const artifact = {
    app,
    build,
    kind,
    files: Object.fromEntries(
      Object.entries(content).map(([path, text]) => [path, integrityOf(Buffer.from(text))]),
    ),
    ...(kind === 'remote' ? { declaration } : {}),
    owner,
    ...(sbom && { sbom: integrityOf(Buffer.from(sbom)) }),
  };
  return {
    ...content,
    ...(sbom && { 'sbom.json': sbom }),
    'artifact.json': JSON.stringify(artifact),
  };
}

/** Uploads the files of a draft. */
export async function upload(
  registry: Registry,
  app: string,
  build: string,
  files: Readonly<Record<string, string>>,
  actor: Actor = manager,
): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    done(await registry.putFile(actor, app, build, path, new TextEncoder().encode(text)));
  }
}

/** Uploads and publishes a build. */
export async function publish(
  registry: Registry,
  app: string,
  build: string,
  options: DraftOptions = {},
  actor: Actor = manager,
): Promise<void> {
  await upload(registry, app, build, draftOf(app, build, options), actor);
  const { commit } = options;
  done(await registry.publish(actor, app, build, commit === undefined ? {} : { said: { commit } }));
}

/** The value of what must have gone well. */
export function done<T>(result: OrRefusal<T>): T {
  if (!result.ok) throw new Error(`${result.code}: ${result.problem}`);
  return result.value;
}
