import { posix } from 'node:path';
import * as v from 'valibot';
import { importsOf } from './imports.ts';
import { isCode, type SourceFile } from './source-files.ts';

/** A package of the workspace. */
export interface WorkspacePackage {
  folder: string;
  name: string;
}

/** Tools and proofs: these may import every package. */
const outside = ['', 'e2e', 'lab', 'tools'];
/** What every package may import: what apps, browsers and servers agree on, and clocks. */
const everywhere = ['@tallystick/contract', '@tallystick/timing'];
/** Buttons, choices and words of time, for pages of the site and of the platform. */
const ui = '@tallystick/ui';
/** What a shell is written on; it imports nothing of ours but these. */
const shellKit = '@tallystick/shell-kit';
/** What all but these may import, too. */
const sharedPackage = '@tallystick/shared';
/** For packages that run in Node. */
const settings = '@tallystick/settings';
/** For packages that run in Node and keep something. */
const store = '@tallystick/store';
/** For commands that a person types: their lines and progress, and what is typed. */
const terminal = '@tallystick/terminal';
const commandLine = '@tallystick/command-line';
/** For packages that run in Node and answer requests. */
const guard = '@tallystick/guard';
/** What calls of the registry take and answer, those of its parts as well. */
const releaseContract = ['@tallystick/registry/contract', '@tallystick/registry/parts/*/contract'];
/** What apps and services may import of each other: whole packages, or what lies below a path of one. */
const entryPoints: Readonly<Record<string, readonly string[]>> = {
  'platform/store': [settings],
  'platform/guard': [settings, store],
  'platform/terminal': [settings],
  backend: [settings, store, guard, terminal, commandLine, '@tallystick/tile-log'],
  shell: [shellKit, ui],
  'mfe-ledger': [ui],
  'mfe-parties': [ui],
  'mfe-auth': [`${shellKit}/machine`, `${shellKit}/storage`, ui],
  'platform/registry': [settings, store, '@tallystick/tile-log'],
  'platform/site': ['@tallystick/registry', '@tallystick/release-admin', settings, guard],
  'platform/admin': ['@tallystick/registry', settings, guard],
  'platform/build': [commandLine],
  'platform/start': [...releaseContract, settings, store],
  'platform/operations': ['@tallystick/registry', settings, store, terminal, commandLine],
  'platform/program': [
    '@tallystick/build/from-template',
    '@tallystick/operations',
    '@tallystick/release-cli',
    '@tallystick/site',
    '@tallystick/start',
    settings,
    guard,
    commandLine,
  ],
  // For `check`: the pages of a site with another build in them. For `publish`: scoped sheets.
  'platform/cli': [
    ...releaseContract,
    '@tallystick/build/read-source',
    '@tallystick/build/sbom',
    '@tallystick/build/scope-styles',
    '@tallystick/build/show-in-site',
    '@tallystick/build/shown-build',
    '@tallystick/tile-log',
    settings,
    commandLine,
  ],
  'platform/console': [...releaseContract, ui],
  // What the ledger keeps, for its backups.
  operations: ['@tallystick/operations', '@tallystick/backend/src'],
  // The ledger as a site: what it says to the platform, by what its service is set.
  site: [
    '@tallystick/site/define-site',
    '@tallystick/site/xml',
    '@tallystick/backend/src/settings',
  ],
};
const buildPreset = '@tallystick/build';
/** For tests alone: the command line is tested against the server that it talks to. */
const testEntryPoints: Readonly<Record<string, readonly string[]>> = {
  'platform/cli': ['@tallystick/registry', '@tallystick/release-admin', store],
  'platform/program': [store],
  'platform/site': [store, buildPreset],
  operations: ['@tallystick/registry', settings, store],
  site: ['@tallystick/site'],
};

/** The packages among the workspace's packages. */
export function findPackages(
  folders: readonly string[],
  sources: readonly SourceFile[],
): WorkspacePackage[] {
  return folders
    .filter((folder) => !outside.includes(folder))
    .map((folder) => ({ folder, name: readPackage(folder, sources).name }));
}

/** Every way in which a package reaches into another, one line each. */
export function findViolations(
  packages: readonly WorkspacePackage[],
  sources: readonly SourceFile[],
): string[] {
  return packages.flatMap((pkg) => [
    ...sources
      .filter((file) => file.path.startsWith(`${pkg.folder}/`) && isCode(file))
      // What is written into another folder belongs there.
      .filter((file) => !file.path.startsWith(`${pkg.folder}/template`))
      .flatMap((file) => foreignImports(pkg, file)),
    ...foreignDependencies(pkg, sources),
  ]);
}

function foreignImports(pkg: WorkspacePackage, file: SourceFile): string[] {
  const isBuild = posix.basename(file.path) === 'rspack.config.ts';
  const allowed = [
    ...allowedPackages(pkg),
    ...(isBuild ? [buildPreset] : []),
    ...(isTest(file) ? (testEntryPoints[pkg.folder] ?? []) : []),
  ];
  return importsOf(file.text)
    .filter(({ specifier }) => {
      if (specifier.startsWith('.')) {
        const target = posix.join(posix.dirname(file.path), specifier);
        return !target.startsWith(`${pkg.folder}/`);
      }
      return isOurs(specifier) && !allowed.some((entryPoint) => isBelow(specifier, entryPoint));
    })
    .map(({ specifier }) => `${file.path} imports ${specifier}`);
}

const dependenciesSchema = v.optional(v.record(v.string(), v.string()), {});
const packageSchema = v.object({
  name: v.string(),
  dependencies: dependenciesSchema,
  devDependencies: dependenciesSchema,
});

function foreignDependencies(pkg: WorkspacePackage, sources: readonly SourceFile[]): string[] {
  const { dependencies, devDependencies } = readPackage(pkg.folder, sources);
  const foreign = (names: readonly string[], allowed: readonly string[]) =>
    names.filter((name) => isOurs(name) && !allowed.includes(name));
  const allowed = allowedPackages(pkg).map(packageOf);
  const tests = testEntryPoints[pkg.folder] ?? [];
  return [
    ...foreign(Object.keys(dependencies), allowed),
    ...foreign(Object.keys(devDependencies), [...allowed, ...tests, buildPreset]),
  ].map((name) => `${pkg.folder}/package.json depends on ${name}`);
}

function allowedPackages(pkg: WorkspacePackage): readonly string[] {
  if (everywhere.includes(pkg.name)) return [pkg.name];
  if (pkg.name === shellKit) return [shellKit, ...everywhere];
  if (pkg.name === ui) return [ui, `${shellKit}/storage`, ...everywhere];
  return pkg.name === sharedPackage
    ? [sharedPackage, shellKit, ui, ...everywhere]
    : [sharedPackage, pkg.name, ...everywhere, ...(entryPoints[pkg.folder] ?? [])];
}

function readPackage(folder: string, sources: readonly SourceFile[]) {
  const file = sources.find(({ path }) => path === `${folder}/package.json`);
  return v.parse(packageSchema, JSON.parse(file?.text ?? '{}'));
}

function isTest({ path }: SourceFile): boolean {
  return /\.(test|proof|testing|setup)\.tsx?$/.test(path);
}

function isBelow(specifier: string, entryPoint: string): boolean {
  const [path, rest] = [entryPoint.split('/'), specifier.split('/')];
  return path.every((part, at) => part === '*' || part === rest[at]);
}

function isOurs(specifier: string): boolean {
  return specifier.startsWith('@tallystick/');
}

function packageOf(specifier: string): string {
  return specifier.split('/').slice(0, 2).join('/');
}
