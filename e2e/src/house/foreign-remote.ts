import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, realpath, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as v from 'valibot';
import { runCommand } from './command.ts';

const root = dirname(dirname(dirname(dirname(fileURLToPath(import.meta.url)))));
const dependenciesSchema = v.optional(v.record(v.string(), v.string()), {});
const packageSchema = v.object({
  dependencies: dependenciesSchema,
  peerDependencies: dependenciesSchema,
});

/** A remote's repository outside the project's. */
export interface ForeignRemote {
  folder: string;
  /** Runs a command that the packed kit brings, in the remote's folder. */
  run(
    command: 'tallystick-build' | 'tallystick-release' | 'tsc',
    parameters: readonly string[],
    environment?: Readonly<Record<string, string>>,
  ): Promise<{ exitCode: number; output: string }>;
  /**
   * Serves the remote inside the pages of a site, or with `--standalone` on its own, by the packed kit, until the
   * function that it answers is called.
   */
  dev(port: number, site: string, ...parameters: '--standalone'[]): Promise<() => Promise<void>>;
  remove(): Promise<void>;
}

/**
 * Makes a remote in an empty folder elsewhere, from the packed kit alone: packs it, unpacks it
 * there, lets it write the remote. What the kit depends on is linked from the project's own store in
 * place of a download; the kit's own packages are the unpacked tarballs.
 */
export async function makeForeignRemote(name: string): Promise<ForeignRemote> {
  const place = await realpath(await mkdtemp(join(tmpdir(), 'tallystick-team-')));
  const kit = join(place, 'kit');
  const packing = runCommand(['kit', kit], {});
  if ((await packing.ended) !== 0) throw new Error(packing.output());
  await installKit(kit, place);
  const cli = join(place, 'node_modules/@tallystick/build/dist/cli.js');
  const made = await execute(cli, ['new', name, '--kit', kit], place);
  if (made.exitCode !== 0) throw new Error(made.output);
  const folder = join(place, name);
  await installKit(join(folder, 'kit'), folder);
  const commands = {
    'tallystick-build': 'node_modules/@tallystick/build/dist/cli.js',
    'tallystick-release': 'node_modules/@tallystick/build/dist/commands/tallystick-release.js',
    tsc: 'node_modules/typescript/bin/tsc',
  };
  return {
    folder,
    run: (command, parameters, environment) =>
      execute(join(folder, commands[command]), parameters, folder, environment),
    dev: (port, site, ...parameters) =>
      serve(join(folder, commands['tallystick-build']), port, site, parameters),
    remove: () => rm(place, { recursive: true, force: true }),
  };
}

async function serve(
  cli: string,
  port: number,
  site: string,
  more: readonly string[],
): Promise<() => Promise<void>> {
  const folder = cli.slice(0, cli.indexOf('/node_modules/'));
  const parameters = [cli, 'dev', '--port', String(port), '--site', site, ...more];
  const server = spawn(process.execPath, parameters, { cwd: folder, stdio: 'ignore' });
  const ended = once(server, 'exit');
  for (;;) {
    if (server.exitCode !== null) throw new Error(`dev ended with ${server.exitCode}`);
    const answer = await fetch(`http://localhost:${port}/`).catch(() => null);
    if (answer?.ok) break;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return async () => {
    server.kill('SIGTERM');
    await ended;
  };
}

async function installKit(kit: string, folder: string): Promise<void> {
  const modules = join(folder, 'node_modules');
  for (const [name, room] of [
    ['shared', 'shared'],
    ['build', 'releases/build'],
  ] as const) {
    const target = join(modules, '@tallystick', name);
    await mkdir(target, { recursive: true });
    const { version } = v.parse(
      v.object({ version: v.string() }),
      JSON.parse(await readFile(join(root, room, 'package.json'), 'utf8')),
    );
    const tarball = join(kit, `tallystick-${name}-${version}.tgz`);
    const unpacked = await execute('tar', ['-xzf', tarball, '-C', target, '--strip-components=1']);
    if (unpacked.exitCode !== 0) throw new Error(unpacked.output);
    const text = await readFile(join(target, 'package.json'), 'utf8');
    const { dependencies, peerDependencies } = v.parse(packageSchema, JSON.parse(text));
    for (const each of Object.keys({ ...dependencies, ...peerDependencies })) {
      if (!each.startsWith('@tallystick/')) await link(join(root, room), modules, each);
    }
  }
  for (const each of ['@types/react', '@types/react-dom']) {
    await link(join(root, 'shared'), modules, each);
  }
  await link(root, modules, 'typescript');
}

async function link(from: string, modules: string, name: string): Promise<void> {
  const target = join(modules, name);
  await rm(target, { force: true });
  await mkdir(dirname(target), { recursive: true });
  await symlink(await realpath(join(from, 'node_modules', name)), target);
}

function execute(
  program: string,
  parameters: readonly string[],
  folder?: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<{ exitCode: number; output: string }> {
  const isScript = program.includes('node_modules');
  const command = isScript ? process.execPath : program;
  const words = isScript ? [program, ...parameters] : parameters;
  // Nothing of the project's own settings.
  const { PATH = '', HOME = '' } = process.env;
  return new Promise((resolve) => {
    const options = { cwd: folder, env: { PATH, HOME, ...environment } };
    execFile(command, words, options, (error, stdout, stderr) => {
      const code = error === null ? 0 : error.code;
      resolve({ exitCode: typeof code === 'number' ? code : 1, output: stdout + stderr });
    });
  });
}
