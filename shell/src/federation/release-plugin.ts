import type { ModuleFederationRuntimePlugin } from '@module-federation/enhanced/runtime';
import type { RemoteBuild } from '@tallystick/shared/contracts/release';
import { type Container, containerIn, withLimit } from './container.ts';
import { LoadFailure } from './load-failure.ts';
import { loadScript, loadStyle } from './load-file.ts';
import type { Manifest } from './manifest.ts';

/** Milliseconds that each file that starts a build may take, and its code to begin. */
const timeoutMs = 20_000;

/** A build that may be loaded, and what starts it. */
export interface ExpectedBuild {
  remote: RemoteBuild;
  manifest: Manifest;
}

/**
 * The plugin of the federation runtime by which it loads builds with the hashes of the release, within
 * a time limit.
 *
 * @param builds by the name under which each is registered; another remote is refused
 * @param misfits noted here: the singleton that does not fit, by the name of the container that needs it
 */
export function releasePlugin(
  builds: ReadonlyMap<string, ExpectedBuild>,
  misfits: Map<string, string>,
): ModuleFederationRuntimePlugin {
  return {
    name: 'tallystick-release',
    async loadEntry({ remoteInfo }) {
      const expected = builds.get(remoteInfo.name);
      if (expected === undefined) throw new Error(`${remoteInfo.name} is not part of this release`);
      return withLimit(await loadContainer(expected), remoteInfo.entry, timeoutMs);
    },
    errorLoadShare({ origin, pkgName }) {
      misfits.set(origin.options.name, pkgName);
    },
  };
}

/**
 * Loads the files that start a build, all at once: the container would ask for the others only when it
 * is here.
 */
async function loadContainer({ remote, manifest }: ExpectedBuild): Promise<Container> {
  const { metaData, exposes } = manifest;
  const { globalName, remoteEntry } = metaData;
  const assets = exposes.find(({ path }) => path === './routes')?.assets;
  const isStarted = containerIn(globalName) !== null;
  await Promise.all([
    ...(isStarted ? [] : [loadScript(remote, remoteEntry.name, timeoutMs)]),
    ...(assets?.js.sync ?? []).map((file) => loadScript(remote, file, timeoutMs)),
    ...(assets?.css.sync ?? []).map((file) => loadStyle(remote, file, timeoutMs)),
  ]);
  const container = containerIn(globalName);
  if (container !== null) return container;
  throw new LoadFailure('incomplete', `${remote.base}${remoteEntry.name} holds no container`);
}
