import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { inProject } from '@tallystick/tools/src/project.ts';
import * as v from 'valibot';

// `npm install` and `npx -p … command` as far as a team with the kit needs them, without a network.
// The kit is unpacked from its tarballs; what it depends on is linked from the project's own store.
// All else is npm's own.

/** Packages of the project that have what the kit, or a remote that it makes, depends on. */
const rooms = ['shared', 'platform/build', 'platform/shell-kit', 'platform/store', 'e2e', '.'];
const dependenciesSchema = v.optional(v.record(v.string(), v.string()), {});
const packageSchema = v.object({
  bin: v.optional(v.union([v.string(), v.record(v.string(), v.string())]), {}),
  dependencies: dependenciesSchema,
  devDependencies: dependenciesSchema,
  peerDependencies: dependenciesSchema,
  optionalDependencies: dependenciesSchema,
});

const [command = '', ...words] = process.argv.slice(2);
if (command === 'install') install(process.cwd());
else runOnce();

/** As `npx --yes -p TARBALL … COMMAND …`. */
function runOnce(): void {
  const tarballs = words.filter((_word, at) => words[at - 1] === '-p');
  const at = words.findIndex((word, index) => !word.startsWith('-') && words[index - 1] !== '-p');
  const cache = join(process.cwd(), 'node_modules/.npx');
  for (const tarball of tarballs) unpack(resolve(tarball), cache);
  run(join(cache, 'node_modules/.bin', words[at] ?? ''), words.slice(at + 1));
}

function install(folder: string): void {
  const { dependencies, devDependencies } = readPackage(folder);
  for (const [name, from] of Object.entries({ ...dependencies, ...devDependencies })) {
    if (from.startsWith('file:')) unpack(join(folder, from.slice('file:'.length)), folder);
    else link(name, folder);
  }
}

function unpack(tarball: string, folder: string): void {
  const name = /^tallystick-(.+?)-\d/.exec(basename(tarball))?.[1] ?? '';
  const target = join(folder, 'node_modules/@tallystick', name);
  mkdirSync(target, { recursive: true });
  run('tar', ['-xzf', tarball, '-C', target, '--strip-components=1']);
  linkCommands(`@tallystick/${name}`, folder, 0o755);
  const { dependencies, peerDependencies, optionalDependencies } = readPackage(target);
  for (const each of Object.keys({ ...dependencies, ...peerDependencies })) {
    if (!each.startsWith('@tallystick/')) link(each, folder);
  }
  // Those that are for another machine are not there.
  for (const each of Object.keys(optionalDependencies)) {
    if (roomOf(each) !== undefined) link(each, folder);
  }
}

function link(name: string, folder: string): void {
  const room = roomOf(name);
  if (room === undefined) throw new Error(`${name} is not in the project's own store`);
  const target = join(folder, 'node_modules', name);
  rmSync(target, { force: true });
  mkdirSync(dirname(target), { recursive: true });
  symlinkSync(realpathSync(inProject(room, 'node_modules', name)), target);
  linkCommands(name, folder);
}

function roomOf(name: string): string | undefined {
  return rooms.find((one) => existsSync(inProject(one, 'node_modules', name)));
}

/** `mode`: of the commands, where nobody has set it. */
function linkCommands(name: string, folder: string, mode?: number): void {
  const { bin } = readPackage(join(folder, 'node_modules', name));
  const commands = typeof bin === 'string' ? { [basename(name)]: bin } : bin;
  for (const [each, file] of Object.entries(commands)) {
    const target = join(folder, 'node_modules/.bin', each);
    rmSync(target, { force: true });
    mkdirSync(dirname(target), { recursive: true });
    symlinkSync(join('..', name, file), target);
    if (mode !== undefined) chmodSync(target, mode);
  }
}

function readPackage(folder: string) {
  return v.parse(packageSchema, JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')));
}

function run(program: string, parameters: readonly string[]): void {
  const { status, error } = spawnSync(program, parameters, { stdio: 'inherit' });
  if (error !== undefined) throw error;
  if (status !== 0) process.exit(status ?? 1);
}
