import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { inProject } from '@tallystick/tools/src/project.ts';
import { runCommand } from './command.ts';
import { guideCommands } from './guide.ts';
import { runDev } from './run-dev.ts';

/** A remote's repository outside the project's. */
export type ForeignRemote = Awaited<ReturnType<typeof makeForeignRemote>>;

type Variables = Readonly<Record<string, string>>;

interface Ended {
  exitCode: number;
  output: string;
}

/**
 * Makes the remote `mfe-notes` in an empty folder elsewhere, from the packed kit alone, by the first two commands
 * of the team's guide. What they download is linked from the project's own store (`offline-npm.ts`).
 */
export async function makeForeignRemote() {
  const place = await realpath(await mkdtemp(join(tmpdir(), 'tallystick-team-')));
  await mkdir(join(place, 'kit'));
  // The folder still has a file from an earlier packing of the kit.
  await writeFile(join(place, 'kit/tallystick-shared-0.9.0.tgz'), '');
  const packing = runCommand(['kit', join(place, 'kit')], {});
  if ((await packing.ended) !== 0) throw new Error(packing.output());
  const path = await offlineCommands(place);
  // Some ten commands are run of the same programs.
  const compiled = { NODE_COMPILE_CACHE: join(place, 'compiled') };
  const type = (line: string, folder: string, environment: Variables = {}) =>
    execute('sh', ['-c', line], folder, { ...compiled, ...environment, PATH: path });
  const [create = '', enter = ''] = await guideCommands('to-the-site');
  const made = await type(`${create} && ${enter}`, place);
  if (made.exitCode !== 0) throw new Error(`${create}\n${made.exitCode} ${made.output}`);
  const folder = join(place, 'mfe-notes');
  const bin = (command: string) => join(folder, 'node_modules/.bin', command);
  return {
    folder,
    /** Runs a command that `npm install` brought, in the remote's folder. */
    run: (
      command: 'tallystick-build' | 'tallystick-release' | 'tsc',
      parameters: readonly string[],
      environment: Variables = {},
    ) =>
      execute(process.execPath, [bin(command), ...parameters], folder, {
        ...compiled,
        ...environment,
      }),
    /** Runs a line of the team's guide by a shell, in the remote's folder. */
    type: (line: string, environment?: Variables) => type(line, folder, environment),
    /**
     * Serves the remote by the packed kit, until the returned function is called: inside the pages
     * of a site, or with `--standalone` on its own.
     */
    dev: (port: number, site: string, ...parameters: '--standalone'[]) =>
      runDev(folder, { cli: bin('tallystick-build'), port, site }, ...parameters),
    remove: () => rm(place, { recursive: true, force: true }),
  };
}

/** A PATH whose npm and npx need no network. */
export async function offlineCommands(place: string): Promise<string> {
  const folder = join(place, 'bin');
  await mkdir(folder);
  const offline = inProject('e2e/src/house/offline-npm.ts');
  const npm = await execute('sh', ['-c', 'command -v npm']);
  const lines = {
    npm: `[ "$1" = install ] || exec "${npm.output.trim()}" "$@"\nexec "${process.execPath}" "${offline}" install`,
    npx: `exec "${process.execPath}" "${offline}" run-once "$@"`,
  };
  for (const [name, line] of Object.entries(lines)) {
    const file = join(folder, name);
    await writeFile(file, `#!/bin/sh\n${line}\n`);
    await chmod(file, 0o755);
  }
  return [folder, dirname(process.execPath), process.env.PATH].join(delimiter);
}

export function execute(
  program: string,
  parameters: readonly string[],
  folder?: string,
  environment: Variables = {},
): Promise<Ended> {
  // Nothing of the project's own settings.
  const { PATH = '', HOME = '' } = process.env;
  return new Promise((resolve) => {
    const options = { cwd: folder, env: { PATH, HOME, ...environment } };
    execFile(program, parameters, options, (error, stdout, stderr) => {
      const code = error === null ? 0 : error.code;
      resolve({ exitCode: typeof code === 'number' ? code : 1, output: stdout + stderr });
    });
  });
}
