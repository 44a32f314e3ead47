import type { RemoteDeclaration } from '@tallystick/contract/remote';
import { type Part, traitsSchema } from '@tallystick/registry/contract/fit-beside';
import { copiesIn } from '@tallystick/registry/contract/react-dom-copies';
import * as v from 'valibot';
import {
  type FederationOptions,
  federationBuild,
  readFederationParts,
} from '../builds/federation-build.ts';
import { type BuildManifest, readManifest } from '../builds/federation-manifest.ts';
import type { LocalBuild } from '../builds/local-build.ts';
import { buildFolder, readOwnBuild } from '../builds/read-folder.ts';
import { asResult, failure, type OrFailure } from '../outcome.ts';
import type { LiveSite } from './live-site.ts';

/** A build in a folder, each part by itself, so that one that is wrong hides no other. */
export interface CheckedBuild {
  /** Whether the preset has made it, which states the hash of all that is loaded later. */
  own: boolean;
  files: ReadonlyMap<string, Uint8Array<ArrayBuffer>>;
  manifest: OrFailure<BuildManifest>;
  declaration: OrFailure<RemoteDeclaration>;
  /** What is to be told of the declaration though it is taken. */
  notes: readonly string[];
  /** As it would be published. */
  build: OrFailure<LocalBuild>;
  /** What it would stand beside; null: nobody has said. */
  site: OrFailure<LiveSite> | null;
}

export async function readCheckedBuild(
  folder: string,
  options: FederationOptions,
  site: OrFailure<LiveSite> | null,
): Promise<CheckedBuild> {
  const home = await buildFolder(folder, options);
  if (home === null) {
    const parts = await readFederationParts(folder, options);
    const build = await asResult(federationBuild(folder, parts));
    return { ...parts, own: false, build, site };
  }
  const build = await asResult(readOwnBuild(home));
  const files = new Map<string, Uint8Array<ArrayBuffer>>();
  const own = { own: true, notes: [], build, site };
  if (!build.ok) return { ...own, files, manifest: build, declaration: build };
  const { artifact, read } = build.value;
  for (const path of Object.keys(artifact.files)) files.set(path, await read(path));
  const { declaration } = artifact;
  const noRemote = failure('unfit', `${artifact.app} is a shell: remotes alone are checked.`);
  return {
    ...own,
    files,
    manifest: declaration === undefined ? noRemote : readManifest(home, files, undefined),
    declaration: declaration === undefined ? noRemote : { ok: true, value: declaration },
  };
}

/**
 * The build as it would stand beside others, with `shared: null` if it has no manifest of its own; null: not
 * enough is known of it.
 */
export function partOf({ files, build, declaration, manifest }: CheckedBuild): Part | null {
  if (!build.ok || !declaration.ok || !manifest.ok) return null;
  const { app, build: id } = build.value.artifact;
  const { content, whole } = manifest.value;
  const parsed = v.safeParse(traitsSchema.entries.shared, content.shared);
  return {
    ...{ app, build: id, kind: 'remote', declaration: declaration.value },
    shared: whole && parsed.success ? (parsed.output ?? []) : null,
    ...copiesIn(files, content),
  };
}
