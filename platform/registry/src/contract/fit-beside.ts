import type { BuildContract } from '@tallystick/contract/build-contract';
import { isSamePath, shareAddress } from '@tallystick/contract/declared-path';
import { packageOf } from '@tallystick/contract/package-of';
import { remoteDeclarationSchema } from '@tallystick/contract/remote';
import { minVersion, satisfies, validRange } from 'semver';
import * as v from 'valibot';
import type { BuildKey } from './build-key.ts';

const filesSchema = v.object({ sync: v.array(v.string()), async: v.array(v.string()) });

const none = { js: { sync: [], async: [] } };

/** A module that must exist once in a page, as a federation manifest lists it: a shell provides it, a remote takes it. */
const sharedModuleSchema = v.pipe(
  v.object({
    name: v.string(),
    version: v.optional(v.string()),
    requiredVersion: v.optional(v.union([v.string(), v.literal(false)])),
    singleton: v.optional(v.boolean()),
    /** Whether the build has a copy of it, which runs where nobody provides it. */
    bundled: v.optional(v.boolean()),
    assets: v.optional(v.fallback(v.object({ js: filesSchema }), none)),
  }),
  v.transform(({ assets, bundled, ...shared }) => {
    const files = assets === undefined ? 0 : assets.js.sync.length + assets.js.async.length;
    return { ...shared, ...((bundled === true || files > 0) && { bundled: true }) };
  }),
);

export const sharedModulesSchema = v.nullish(v.array(sharedModuleSchema));
type SharedModules = NonNullable<v.InferOutput<typeof sharedModulesSchema>>;

/** The parts of a build that decide whether it fits beside others. */
export const traitsSchema = v.object({
  kind: v.picklist(['shell', 'remote']),
  declaration: v.nullish(remoteDeclarationSchema),
  /** What it provides (shell) or needs (remote) once in a page, from its federation manifest. */
  shared: sharedModulesSchema,
  /** The versions of React DOM that are compiled into its scripts. */
  reactDom: v.nullish(v.array(v.string())),
  /** Packages that keep state, of which its scripts have a copy. */
  stores: v.nullish(v.array(v.string())),
});
export type Traits = v.InferOutput<typeof traitsSchema> & {
  /** What it uses and provides, with types; absent: its bundler records nothing, so only versions are compared. */
  contract?: BuildContract | undefined;
};

/** A build beside others. */
export type Part = Traits & BuildKey;

/** Addresses and menu entries that two remotes would both bring; a canary may bring those of its own app. */
export function sharedAddresses(one: Part, other: Part, isJudged: boolean): string[] {
  if (one.app === other.app) return [];
  const apps = `${one.app} and ${other.app}`;
  const paths = declaredPaths(one).flatMap((path) =>
    declaredPaths(other).flatMap((beside) => {
      if (isSamePath(path, beside)) return [`${apps} both declare the path ${beside}`];
      if (!isJudged || !shareAddress(path, beside)) return [];
      return [`${apps} declare ${path} and ${beside}: no address may belong to both`];
    }),
  );
  const names = new Set(one.declaration?.menu.map(({ name }) => name));
  const entries = (other.declaration?.menu ?? []).filter(({ name }) => names.has(name));
  return [...paths, ...entries.map(({ name }) => `${apps} both declare the menu entry ${name}`)];
}

/** The paths that a build takes: those of its routes, and those that it leads on from. */
export function declaredPaths({ declaration }: Pick<Traits, 'declaration'>): string[] {
  const { routes = [], redirects = [] } = declaration ?? {};
  return [...routes.map(({ path }) => path), ...redirects.map(({ from }) => from)];
}

/** A remote and a shell that do not fit; `together`: with another build of the shell they could. */
export interface ShellMisfit {
  problem: string;
  together: boolean;
}

/** What keeps a remote from running in pages of a shell: a singleton, or a React DOM of its own; null: nothing. */
export function shellMisfit(remote: Part, shell: Part): ShellMisfit | null {
  return singletonMisfit(remote, shell) ?? otherReactDom(remote, shell);
}

/**
 * A singleton that the remote needs and the shell does not provide, or in another version. One that the shell does not
 * provide is not missing where the build has a copy of it: its pages run that one.
 */
function singletonMisfit(remote: Part, shell: Part): ShellMisfit | null {
  for (const one of remote.shared ?? []) {
    const { name, requiredVersion: declared, singleton, bundled } = one;
    if (singleton === false || !declared) continue;
    // If the shell has recorded nothing, what the remote uses cannot be compared with it. Then versions are compared.
    const builtWith = shell.contract === undefined && remote.contract?.versions?.[name];
    const requiredVersion = builtWith ? `^${builtWith}` : declared;
    const provided = shell.shared ?? [];
    const versions = versionsFor(name, remote.shared ?? [], provided);
    if (versions.length === 0 && bundled === true) {
      if (runsItsCopy(one, requiredVersion, remote, shell)) continue;
    }
    const needs = `${remote.app} ${remote.build} needs ${name} ${requiredVersion}`;
    if (validRange(requiredVersion) === null) {
      return { problem: `${needs}, which is no range of versions`, together: false };
    }
    if (versions.length === 0) {
      const lacks = `${needs}, which ${shell.app} ${shell.build} does not provide`;
      const pkg = packageOf(name);
      const isForeign = provided.length > 0 && provided.every((one) => packageOf(one.name) !== pkg);
      return isForeign
        ? { problem: `${lacks}, nor anything of ${pkg}: compile it in, unshared`, together: false }
        : { problem: lacks, together: true };
    }
    if (!versions.some((version) => takes(one, requiredVersion, version))) {
      const provides = `${shell.app} ${shell.build} provides ${versions.join(' and ')}`;
      return { problem: `${needs}, ${provides}`, together: true };
    }
  }
  return null;
}

/** Whether a copy runs in a page: one of React's modules only beside the React that it is of. */
function runsItsCopy(
  one: SharedModules[number],
  range: string,
  remote: Part,
  shell: Part,
): boolean {
  if (!isOfReact(one.name) || pageReact(shell.shared ?? []) === undefined) return true;
  const react = reactFor(remote.shared ?? [], shell.shared ?? []);
  return react !== undefined && takes(one, range, react);
}

/** A React DOM that a remote has compiled in, of another version than the React of its pages: it throws as it begins. */
function otherReactDom(remote: Part, shell: Part): ShellMisfit | null {
  const shared = remote.shared ?? [];
  const react = reactFor(shared, shell.shared ?? []);
  if (react === undefined || !shared.some(({ name }) => isOfReact(name))) return null;
  const other = remote.reactDom?.find((version) => version !== react);
  if (other === undefined) return null;
  const problem = `${remote.app} ${remote.build} has React DOM ${other} compiled in, which does not run with React ${react} of ${shell.app} ${shell.build}: share react-dom and react-dom/client as singletons, or build it with React ${react}`;
  return { problem, together: true };
}

/**
 * What a remote has a store of its own of, where the pages of a shell have one: a line for each. It runs, and shares no
 * state with the page.
 */
export function secondStores(remote: Part, shell: Part): string[] {
  return (remote.stores ?? []).flatMap((pkg) => {
    const provided = (shell.shared ?? []).map(({ name }) => name);
    const modules = [...new Set(provided.filter((name) => packageOf(name) === pkg))];
    if (modules.length === 0) return [];
    return [
      `${remote.app} ${remote.build} has ${pkg} compiled in, and so a store beside the one of ${shell.app} ${shell.build}: share ${modules.join(', ')} as singletons`,
    ];
  });
}

/** A module of React or React DOM. These are of one version in a page, or none of them works. */
const isOfReact = (name: string): boolean => /^react(-dom)?(\/|$)/.test(name);

/** The React that a shell draws its pages with: it lists that one before an earlier one. */
function pageReact(shell: SharedModules): string | undefined {
  return shell.find(({ name }) => name === 'react')?.version;
}

/**
 * Whether a build gets the earlier React of a shell. One module that takes it decides for all: the pages of a build have
 * one React.
 */
function getsEarlierReact(remote: SharedModules, shell: SharedModules): boolean {
  const page = pageReact(shell);
  return remote.some(({ name, requiredVersion: range }) => {
    if (page === undefined || !isOfReact(name) || !range || satisfies(page, range)) return false;
    return shell.some(
      ({ name: of, version }) => of === name && version && satisfies(version, range),
    );
  });
}

/** The version of React that draws the pages of a build beside a shell; undefined: nobody says. */
function reactFor(remote: SharedModules, shell: SharedModules): string | undefined {
  const [version] = versionsFor('react', remote, shell);
  return version;
}

/** The versions of a module that a build of a remote finds in pages of a shell; none: nobody provides it. */
function versionsFor(name: string, remote: SharedModules, shell: SharedModules): string[] {
  const all = shell.flatMap((one) => (one.name === name && one.version ? [one.version] : []));
  const page = pageReact(shell);
  if (!isOfReact(name) || page === undefined) return all;
  const isEarlier = getsEarlierReact(remote, shell);
  return all.filter((version) => (version === page) !== isEarlier);
}

/**
 * Whether a build takes a version that its page has. One with a copy of its own takes any later one of the same major
 * number, with a warning in the console. The range that its bundler writes down is often that of a pinned dependency.
 */
function takes({ bundled }: SharedModules[number], range: string, version: string): boolean {
  if (satisfies(version, range)) return true;
  const least = bundled === true ? minVersion(range) : null;
  return least !== null && satisfies(version, `^${least.version}`);
}
