import type { ModuleFederation } from '@module-federation/enhanced/runtime';

export type ShareScope = ModuleFederation['shareScopeMap'][string];
type Versions = ShareScope[string];

/**
 * Makes a share scope for each build, from what the shell shares now. Asked for before any remote's code
 * runs, so no remote decides what another one gets. In its scope a build finds the platform's singletons,
 * and what it writes over them is ignored: some bundlers take the highest version that they find. What
 * else it shares is seen by itself alone.
 */
export function platformShares(shared: ShareScope): () => ShareScope {
  const kept = Object.entries(shared).map(([name, versions]) => [name, copyOf(versions)] as const);
  return () => {
    const platform = new Map(kept.map(([name, versions]) => [name, readOnly(copyOf(versions))]));
    return new Proxy<ShareScope>(Object.fromEntries(platform), {
      set: (scope, name, value) => isIn(platform, name) || Reflect.set(scope, name, value),
      defineProperty: (scope, name, property) =>
        isIn(platform, name) || Reflect.defineProperty(scope, name, property),
      deleteProperty: (scope, name) => isIn(platform, name) || Reflect.deleteProperty(scope, name),
    });
  };
}

function isIn(platform: ReadonlyMap<string, unknown>, name: string | symbol): boolean {
  return typeof name === 'string' && platform.has(name);
}

/** Ignored, not refused: bundlers' runtimes write without asking, and a refused write throws. */
function readOnly(versions: Versions): Versions {
  return new Proxy(versions, {
    set: () => true,
    defineProperty: () => true,
    deleteProperty: () => true,
  });
}

function copyOf(versions: Versions): Versions {
  return Object.fromEntries(
    Object.entries(versions).map(([version, { get, lib, ...shared }]) => [
      version,
      {
        ...shared,
        useIn: [...shared.useIn],
        get: async () => protectedBy(await get()),
        ...(lib !== undefined && { lib: protectedBy(lib) }),
      },
    ]),
  );
}

function protectedBy(factory: () => unknown): () => unknown {
  return () => protectExports(factory());
}

/**
 * A module's exports, functions among them, can no longer be replaced or changed. Other objects stay as they
 * are: React keeps its state in some of them.
 */
function protectExports(module: unknown): unknown {
  if (typeof module !== 'object' || module === null || Object.isFrozen(module)) return module;
  for (const value of Object.values(module)) {
    if (typeof value !== 'function') continue;
    fixMethods(value.prototype);
    Object.freeze(value);
  }
  return Object.freeze(module);
}

/** Not `constructor`: classes of before ES6 that inherit assign their own. */
function fixMethods(prototype: unknown): void {
  if (typeof prototype !== 'object' || prototype === null) return;
  for (const name of Reflect.ownKeys(prototype)) {
    if (name === 'constructor') continue;
    const { writable } = Object.getOwnPropertyDescriptor(prototype, name) ?? {};
    const fixed = writable === undefined ? {} : { writable: false };
    Object.defineProperty(prototype, name, { ...fixed, configurable: false });
  }
}
