import type { ModuleFederationRuntimePlugin } from '@module-federation/enhanced/runtime';
import { confined } from './container.ts';
import type { ExpectedBuild } from './expected-build.ts';
import { loadContainer } from './load-container.ts';
import type { NewShareScope } from './platform-shares.ts';

/** Milliseconds that each file that starts a build may take, and its code to begin. */
export const timeoutMs = 20_000;

/**
 * The plugin of the federation runtime by which it loads builds with the hashes of the release, within
 * a time limit.
 *
 * @param builds by the name under which each is registered; another remote is refused
 * @param misfits noted here: the singleton that does not fit, by the name of the container that needs it
 * @param shareScope makes the one that a build gets
 */
export function releasePlugin(
  builds: ReadonlyMap<string, ExpectedBuild>,
  misfits: Map<string, string>,
  shareScope: NewShareScope,
): ModuleFederationRuntimePlugin {
  return {
    name: 'tallystick-release',
    async loadEntry({ remoteInfo }) {
      const expected = builds.get(remoteInfo.name);
      if (expected === undefined) throw new Error(`${remoteInfo.name} is not part of this release`);
      // Before its code runs, which could change what the page shares.
      const scope = await shareScope(expected.manifest.shared);
      const container = await loadContainer(expected, timeoutMs);
      return confined(container, remoteInfo.entry, scope, timeoutMs);
    },
    errorLoadShare({ origin, pkgName }) {
      misfits.set(origin.options.name, pkgName);
    },
  };
}
