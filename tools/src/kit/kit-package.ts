import * as v from 'valibot';

const dependenciesSchema = v.optional(v.record(v.string(), v.string()), {});

/** What the kit reads of a package.json. */
export const packageFileSchema = v.object({
  name: v.string(),
  version: v.string(),
  description: v.optional(v.string()),
  bin: v.optional(v.record(v.string(), v.string())),
  tallystick: v.optional(v.record(v.string(), v.unknown())),
  exports: v.record(v.string(), v.union([v.string(), v.object({ types: v.string() })])),
  dependencies: dependenciesSchema,
  peerDependencies: dependenciesSchema,
});

/** What the specifiers of the workspace mean. */
export interface Versions {
  /** `catalog:`, by package. */
  catalog: ReadonlyMap<string, string>;
  /** `workspace:*`, by package. */
  workspace: ReadonlyMap<string, string>;
}

/**
 * The package.json of a packed package: JavaScript and declarations below `dist` in place of sources,
 * exact versions in place of the workspace's specifiers. What must be one in a page or between
 * packages (React, and the shared package itself) is a peer. `commands` are further ones that the package
 * brings, by name; `inside` are the packages that it holds.
 *
 * @throws Error that names a dependency without a version.
 */
export function kitPackage(
  pkg: v.InferOutput<typeof packageFileSchema>,
  versions: Versions,
  commands: Readonly<Record<string, string>> = {},
  inside: readonly string[] = [],
): object {
  const exact = (dependencies: Readonly<Record<string, string>>, peers: boolean) =>
    Object.fromEntries(
      Object.entries(dependencies)
        .filter(([name]) => !inside.includes(name) && isPeer(name) === peers)
        .map(([name, range]) => [name, exactVersion(name, range, versions)]),
    );
  const all = { ...pkg.dependencies, ...pkg.peerDependencies };
  return {
    name: pkg.name,
    version: pkg.version,
    description: pkg.description,
    license: 'MIT',
    type: 'module',
    // jotai, which the packages of a site bring, needs it.
    engines: { node: '>=22.12' },
    tallystick: pkg.tallystick,
    bin: {
      ...Object.fromEntries(
        Object.entries(pkg.bin ?? {}).map(([name, file]) => [name, built(file, '.js')]),
      ),
      ...commands,
    },
    exports: Object.fromEntries(
      Object.entries(pkg.exports).map(([name, target]) => [name, builtTarget(target)]),
    ),
    dependencies: exact(all, false),
    peerDependencies: exact(all, true),
  };
}

function isPeer(name: string): boolean {
  return name === 'react' || name === 'react-dom' || name.startsWith('@tallystick/');
}

/** The version that a specifier of the workspace stands for. */
export function exactVersion(
  name: string,
  range: string,
  { catalog, workspace }: Versions,
): string {
  const version = range === 'catalog:' ? catalog.get(name) : workspace.get(name);
  if (version === undefined) throw new Error(`${name}: there is no version for "${range}"`);
  return version;
}

function builtTarget(target: string | { types: string }): string | object {
  if (typeof target !== 'string') return { types: target.types.replace('./src/', './dist/') };
  return /\.tsx?$/.test(target)
    ? { types: built(target, '.d.ts'), default: built(target, '.js') }
    : target.replace('./src/', './dist/');
}

function built(file: string, extension: '.js' | '.d.ts'): string {
  return file.replace('./src/', './dist/').replace(/\.tsx?$/, extension);
}
