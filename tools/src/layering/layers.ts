import { posix } from 'node:path';
import * as v from 'valibot';
import { importsOf } from './imports.ts';
import { isCode, type SourceFile } from './source-files.ts';

/** A package of the house. */
export interface Room {
  folder: string;
  name: string;
}

/** These stand outside the house and may look into it. */
const outside = ['', 'e2e', 'bench', 'chaos', 'tools'];
/** The ground that every room upstairs stands on. */
const ground = '@tallystick/shared';
/** The part of the ground for rooms that run in Node and keep something. */
const store = '@tallystick/store';
/** The part of the ground for rooms that run in Node and answer requests. */
const guard = '@tallystick/guard';
/** Doors between rooms of the release plane: whole packages, or what lies below a path of one. */
const doors: Readonly<Record<string, readonly string[]>> = {
  guard: [store],
  backend: [store, guard],
  'releases/registry': [store],
  'releases/site': ['@tallystick/registry', '@tallystick/release-admin', guard],
  'releases/admin': ['@tallystick/registry', guard],
  'releases/cli': ['@tallystick/registry/contract'],
  'releases/console': ['@tallystick/registry/contract'],
};
/** Doors for tests alone: the command line is tested against the server that it talks to. */
const testDoors: Readonly<Record<string, readonly string[]>> = {
  'releases/cli': ['@tallystick/registry', '@tallystick/release-admin', store],
  'releases/site': [store],
};
const buildPreset = '@tallystick/build';

/** The rooms among the workspace's packages. */
export function findRooms(folders: readonly string[], sources: readonly SourceFile[]): Room[] {
  return folders
    .filter((folder) => !outside.includes(folder))
    .map((folder) => ({ folder, name: readPackage(folder, sources).name }));
}

/** Every way in which a room reaches into another, one line each. */
export function findViolations(rooms: readonly Room[], sources: readonly SourceFile[]): string[] {
  return rooms.flatMap((room) => [
    ...sources
      .filter((file) => file.path.startsWith(`${room.folder}/`) && isCode(file))
      .flatMap((file) => foreignImports(room, file)),
    ...foreignDependencies(room, sources),
  ]);
}

function foreignImports(room: Room, file: SourceFile): string[] {
  const isBuild = posix.basename(file.path) === 'rspack.config.ts';
  const allowed = [
    ...allowedPackages(room),
    ...(isBuild ? [buildPreset] : []),
    ...(isTest(file) ? (testDoors[room.folder] ?? []) : []),
  ];
  return importsOf(file.text)
    .filter(({ specifier }) => {
      if (specifier.startsWith('.')) {
        const target = posix.join(posix.dirname(file.path), specifier);
        return !target.startsWith(`${room.folder}/`);
      }
      return isOurs(specifier) && !allowed.some((door) => isBelow(specifier, door));
    })
    .map(({ specifier }) => `${file.path} imports ${specifier}`);
}

const dependenciesSchema = v.optional(v.record(v.string(), v.string()), {});
const packageSchema = v.object({
  name: v.string(),
  dependencies: dependenciesSchema,
  devDependencies: dependenciesSchema,
});

function foreignDependencies(room: Room, sources: readonly SourceFile[]): string[] {
  const { dependencies, devDependencies } = readPackage(room.folder, sources);
  const foreign = (names: readonly string[], allowed: readonly string[]) =>
    names.filter((name) => isOurs(name) && !allowed.includes(name));
  const allowed = allowedPackages(room).map(packageOf);
  const tests = testDoors[room.folder] ?? [];
  return [
    ...foreign(Object.keys(dependencies), allowed),
    ...foreign(Object.keys(devDependencies), [...allowed, ...tests, buildPreset]),
  ].map((name) => `${room.folder}/package.json depends on ${name}`);
}

function allowedPackages(room: Room): readonly string[] {
  return room.name === ground ? [ground] : [ground, room.name, ...(doors[room.folder] ?? [])];
}

function readPackage(folder: string, sources: readonly SourceFile[]) {
  const file = sources.find(({ path }) => path === `${folder}/package.json`);
  return v.parse(packageSchema, JSON.parse(file?.text ?? '{}'));
}

function isTest({ path }: SourceFile): boolean {
  return /\.(test|testing)\.tsx?$/.test(path);
}

function isBelow(specifier: string, door: string): boolean {
  return specifier === door || specifier.startsWith(`${door}/`);
}

function isOurs(specifier: string): boolean {
  return specifier.startsWith('@tallystick/');
}

function packageOf(specifier: string): string {
  return specifier.split('/').slice(0, 2).join('/');
}
