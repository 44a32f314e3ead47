import { type Bundler, type Consumed, type ShareScope, shareScopeOf } from './bundler.ts';
import { pick } from './pick.ts';

const scopes: Record<string, ShareScope> = {};

/**
 * What runs in the page behind the code that the federation plugin emits, in place of the plugin's
 * own runtime: sharing and containers, by the same interface, and nothing of what our pages do
 * themselves or not at all (manifests, remotes known when building, snapshots, tree-shaken shares).
 * docs/federation.md says why.
 */
export const bundlerRuntime = {
  /** Share scopes by name. One object a build: a container is given the page's when it is started. */
  S: scopes,

  /** Puts what this build provides into a share scope; what is there already stays. */
  I({ shareScopeName, webpackRequire }: { shareScopeName: string; webpackRequire: Bundler }) {
    const scope = shareScopeOf(webpackRequire, shareScopeName);
    const stages = webpackRequire.initializeSharingData?.scopeToSharingDataMapping ?? {};
    for (const provided of stages[shareScopeName] ?? []) {
      if (typeof provided !== 'object' || provided === null) continue;
      const { name, version, factory, eager } = provided;
      scope[name] ??= {};
      const versions = scope[name];
      versions[version] ??= {
        get: factory,
        from: webpackRequire.initializeSharingData?.uniqueName ?? '',
        eager: eager === true,
      };
    }
    return true;
  },

  /** A container's `init`: from here on it takes singletons from the page's scope. */
  initContainerEntry({
    webpackRequire,
    shareScope,
    shareScopeKey = 'default',
  }: {
    webpackRequire: Bundler;
    shareScope: ShareScope;
    shareScopeKey?: string;
  }) {
    const present = webpackRequire.S[shareScopeKey];
    if (present !== undefined && present !== shareScope) {
      throw new Error('The container belongs to a different share scope already.');
    }
    webpackRequire.S[shareScopeKey] = shareScope;
    return bundlerRuntime.I({ shareScopeName: shareScopeKey, webpackRequire });
  },

  /** Makes ready what a chunk takes from the share scope, before the chunk runs. */
  consumes({
    chunkId,
    promises,
    installedModules,
    webpackRequire,
  }: {
    chunkId: string | number;
    promises: Promise<unknown>[];
    installedModules: Record<string, Promise<unknown> | 0>;
    webpackRequire: Bundler;
  }) {
    const data = webpackRequire.consumesLoadingData;
    for (const id of data?.chunkMapping?.[chunkId] ?? []) {
      const running = installedModules[id];
      if (running !== undefined) {
        if (running !== 0) promises.push(running);
        continue;
      }
      const consumed = consumedBy(webpackRequire, id);
      const install = (makes: () => unknown) => {
        installedModules[id] = 0;
        become(webpackRequire, id, makes);
      };
      const fail = (error: unknown) => {
        delete installedModules[id];
        become(webpackRequire, id, () => {
          throw error;
        });
      };
      try {
        const factory = find(webpackRequire, consumed)();
        if (factory instanceof Promise) {
          const installed = factory.then(install, fail);
          installedModules[id] = installed;
          promises.push(installed);
        } else install(factory);
      } catch (error) {
        fail(error);
      }
    }
  },

  /** The same for what the first chunk takes: it is there already, or never will be. */
  installInitialConsumes({
    initialConsumes,
    webpackRequire,
  }: {
    initialConsumes: readonly (string | number)[];
    webpackRequire: Bundler;
  }) {
    for (const id of initialConsumes) {
      become(webpackRequire, id, () => {
        const consumed = consumedBy(webpackRequire, id);
        const factory = find(webpackRequire, consumed)();
        if (factory instanceof Promise) throw new Error(`${consumed.shareKey} is not there yet.`);
        return factory();
      });
    }
  },
};

/** From now on the module `id` is what `makes` returns, or throws what it throws. */
function become(webpackRequire: Bundler, id: string | number, makes: () => unknown): void {
  webpackRequire.m[id] = (module) => {
    delete webpackRequire.c[id];
    module.exports = makes();
  };
}

function consumedBy(webpackRequire: Bundler, id: string | number): Consumed {
  const consumed = webpackRequire.consumesLoadingData?.moduleIdToConsumeDataMapping?.[id];
  if (consumed === undefined) throw new Error(`Nothing is known of the shared module ${id}.`);
  return consumed;
}

/** What makes the module: of the share scope, or else the build's own if it has one. */
function find(
  webpackRequire: Bundler,
  consumed: Consumed,
): () => Promise<() => unknown> | (() => unknown) {
  const { shareScope, shareKey, requiredVersion, fallback } = consumed;
  const name = Array.isArray(shareScope) ? (shareScope[0] ?? 'default') : shareScope;
  bundlerRuntime.I({ shareScopeName: name, webpackRequire });
  const versions = shareScopeOf(webpackRequire, name)[shareKey] ?? {};
  const picked = pick(versions, requiredVersion);
  if (picked.ok) return picked.shared.get;
  if (fallback) return fallback;
  throw new Error(`${shareKey} ${picked.problem}`);
}
