import {
  getInstance,
  loadRemote,
  type ModuleFederationRuntimePlugin,
  registerGlobalPlugins,
  registerPlugins,
  registerRemotes,
} from '@module-federation/enhanced/runtime';
import type { LoadableBuild, RemoteBuild } from '@tallystick/contract/release';
import type { EarlierReact } from '../earlier-react/earlier-react.ts';
import { confined, loadContainer, loadExpose } from './load-container.ts';
import { LoadFailure } from './load-failure.ts';
import { type ExpectedBuild, readManifest } from './manifest.ts';
import { platformShares } from './platform-shares.ts';

/** Resolves to what a build of a remote exposes as `expose`, such as `./routes`. */
export type LoadModule = (remote: RemoteBuild, expose: string) => Promise<unknown>;

/**
 * Has the federation runtime load builds as the release states them. Each build is a remote of its
 * own there, so that several builds of one app can run in a page one after the other. After a
 * failure it may be tried again; only files that did not come are asked for again.
 *
 * The returned function throws LoadFailure if a file is missing, has another hash than the release
 * states or takes too long. It also does if the singletons do not fit, or if the module itself
 * throws. It throws another error if the release does not state what is needed.
 */
export function createModuleLoader({ shares, inThisReact }: EarlierReact) {
  /** The builds that the runtime may load, by the name under which each is registered. */
  const builds = new Map<string, ExpectedBuild>();
  /** For a container, by its name: a singleton that it needs in another version than the page has. */
  const misfits = new Map<string, string>();
  const page = getInstance();
  const shareScope = platformShares(page?.shareScopeMap.default ?? {}, shares);
  // The shell's own late parts take their modules when code of remotes may have run already.
  void shareScope().then((scope) => page?.initShareScopeMap('default', scope));
  const plugin: ModuleFederationRuntimePlugin = {
    name: 'tallystick-release',
    // Loads the entry with the hashes of the release, within a time limit.
    async loadEntry({ remoteInfo: { name, entry } }) {
      const expected = builds.get(name);
      if (expected === undefined) throw new Error(`${name} is not part of this release`);
      // Before its code runs, which could change what the page shares.
      const scope = await shareScope(expected.manifest.shared);
      return confined(await loadContainer(expected), entry, scope);
    },
    errorLoadShare({ origin, pkgName }) {
      misfits.set(origin.options.name, pkgName);
    },
  };
  registerPlugins([plugin]);
  // For the instances that the remotes' own code makes.
  registerGlobalPlugins([plugin]);

  return async (remote: LoadableBuild, expose: string): Promise<unknown> => {
    const manifest = readManifest(remote);
    const { metaData, name: container = metaData.globalName } = manifest;
    const name = `${remote.name}@${remote.build}`;
    const entry = new URL(remote.base + metaData.remoteEntry.name, location.href).href;
    const expected = builds.get(name) ?? { remote, manifest, expose };
    builds.set(name, expected);
    misfits.delete(container);
    // Has no effect on a name that is registered already.
    registerRemotes([{ name, entry, entryGlobalName: metaData.globalName, type: 'var' }]);
    try {
      if (expected.expose !== expose) await loadExpose({ ...expected, expose });
      return await inThisReact(
        manifest,
        await loadRemote(`${name}/${expose.replace(/^\.\//, '')}`),
      );
    } catch (cause) {
      if (cause instanceof LoadFailure) throw cause;
      const singleton = misfits.get(container);
      throw singleton === undefined
        ? new LoadFailure('incomplete', `${entry} stopped as it began: ${wordsOf(cause)}`, cause)
        : new LoadFailure('misfit', `${remote.name} needs another version of ${singleton}`, cause);
    }
  };
}

/** What code of a build threw, and in which of its files, such as `it broke (routes.js:1)`. */
function wordsOf(thrown: unknown): string {
  if (!(thrown instanceof Error)) return String(thrown);
  const [, place] = /\/artifacts\/[^\s:]+\/([^/\s:]+:\d+)/.exec(thrown.stack ?? '') ?? [];
  return place === undefined ? thrown.message : `${thrown.message} (${place})`;
}
