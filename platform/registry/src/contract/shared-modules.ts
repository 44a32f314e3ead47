import { minVersion, satisfies } from 'semver';
import * as v from 'valibot';

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
export type SharedModules = NonNullable<v.InferOutput<typeof sharedModulesSchema>>;

/** A module of React or React DOM. These are of one version in a page, or none of them works. */
export const isOfReact = (name: string): boolean => /^react(-dom)?(\/|$)/.test(name);

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
export function reactFor(remote: SharedModules, shell: SharedModules): string | undefined {
  const [version] = versionsFor('react', remote, shell);
  return version;
}

/** The versions of a module that a build of a remote finds in pages of a shell; none: nobody provides it. */
export function versionsFor(name: string, remote: SharedModules, shell: SharedModules): string[] {
  const all = shell.flatMap((one) => (one.name === name && one.version ? [one.version] : []));
  const page = pageReact(shell);
  if (!isOfReact(name) || page === undefined) return all;
  const isEarlier = getsEarlierReact(remote, shell);
  return all.filter((version) => (version === page) !== isEarlier);
}

/**
 * Whether a build takes a version that its page has. One with a copy of its own takes any later one of the same major
 * number, with a warning in the console: the range that its bundler writes down is often that of a pinned dependency.
 */
export function takes({ bundled }: SharedModules[number], range: string, version: string): boolean {
  if (satisfies(version, range)) return true;
  const least = bundled === true ? minVersion(range) : null;
  return least !== null && satisfies(version, `^${least.version}`);
}
