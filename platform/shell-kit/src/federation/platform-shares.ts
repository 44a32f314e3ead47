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
    const modules = new Map(await begun);
    for (const [name, versions] of Object.entries(await instead(required, shared))) {
      modules.set(name, await began(versions));
    }
    const platform = new Map([...modules].map(([name, versions]) => [name, forBuild(versions)]));
    const scope: ShareScope = Object.fromEntries(platform);
    return readOnly(scope, (name) => typeof name === 'string' && platform.has(name));
  };
}

/** The versions of a singleton, with its modules begun. */
async function began(versions: Versions): Promise<(readonly [string, Shared, unknown])[]> {
  const all = Object.entries(versions).map(async ([version, shared]) => {
    const module = protectExports((shared.lib ?? (await shared.get()))());
    return [version, shared, module] as const;
  });
  return await Promise.all(all);
}

/** The same as one build finds them. */
function forBuild(versions: Awaited<ReturnType<typeof began>>): Versions {
  const all = versions.map(([version, shared, protectedModule]) => {
    const module = withOwnFunctions(protectedModule);
    const kept = { ...shared, loaded: true, get: async () => () => module, lib: () => module };
    return [version, readOnly<Shared>(kept)];
  });
  return readOnly(Object.fromEntries(all));
}

/**
 * Functions on which libraries keep something of their own, each by its build: Apollo Client has its context on
 * React's `createContext`.
 */
const extended = ['createContext'];

/** A module in which these functions are the build's own, to extend as it likes: no other build sees it. */
function withOwnFunctions(module: unknown): unknown {
  if (typeof module !== 'object' || module === null) return module;
  const own = extended.flatMap((name) => {
    const original: unknown = Reflect.get(module, name);
    if (typeof original !== 'function') return [];
    const value = (...given: unknown[]) => Reflect.apply(original, undefined, given);
    return [[name, { value, enumerable: true }] as const];
  });
  if (own.length === 0) return module;
  const properties = { ...Object.getOwnPropertyDescriptors(module), ...Object.fromEntries(own) };
  return Object.freeze(Object.create(Object.getPrototypeOf(module), properties));
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
