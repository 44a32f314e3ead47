import type { ModuleFederation } from '@module-federation/enhanced/runtime';
import type { Manifest } from './manifest.ts';

export type ShareScope = ModuleFederation['shareScopeMap'][string];
type Versions = ShareScope[string];
type Shared = Versions[string];

/** What a build takes from the share scope, as its manifest says: names and ranges of versions. */
export type Required = NonNullable<Manifest['shared']>;

/**
 * Makes share scopes for builds, and for the shell's own late parts, from what the shell shares
 * now. This is called before any remote's code runs, and all that is shared is loaded then: so no
 * remote decides what another one gets. In its scope a build finds the platform's singletons. What
 * it writes over them is ignored, because some bundlers take the highest version that they find.
 * What else it shares is seen by itself alone.
 *
 * @param instead what a build finds in place of some of it, by what it takes
 */
export function platformShares(
  shared: ShareScope,
  instead: (required: Required, platform: ShareScope) => Promise<ShareScope>,
) {
  const begun = Promise.all(
    Object.entries(shared).map(async ([name, versions]) => [name, await began(versions)] as const),
  );
  return async (required: Required = []): Promise<ShareScope> => {
    const platform = new Map(await begun);
    for (const [name, versions] of Object.entries(await instead(required, shared))) {
      platform.set(name, await began(versions));
    }
    const scope: ShareScope = Object.fromEntries(platform);
    return readOnly(scope, (name) => typeof name === 'string' && platform.has(name));
  };
}

/** The versions of a singleton, with its modules begun. */
async function began(versions: Versions): Promise<Versions> {
  const all = Object.entries(versions).map(async ([version, { get, lib, ...shared }]) => {
    const module = protectExports((lib ?? (await get()))());
    const kept = { ...shared, loaded: true, get: async () => () => module, lib: () => module };
    return [version, readOnly<Shared>(kept)] as const;
  });
  return readOnly(Object.fromEntries(await Promise.all(all)));
}

/** What is written to a fixed name is ignored, not refused: bundlers' runtimes write without asking. */
function readOnly<Value extends object>(
  value: Value,
  fixed: (name: string | symbol) => boolean = () => true,
): Value {
  return new Proxy(value, {
    set: (target, name, written) => fixed(name) || Reflect.set(target, name, written),
    defineProperty: (target, name, property) =>
      fixed(name) || Reflect.defineProperty(target, name, property),
    deleteProperty: (target, name) => fixed(name) || Reflect.deleteProperty(target, name),
  });
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
