import { spawn } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { writeBuild } from '@tallystick/registry/build.testing';
import { openRegistry, type RegistryPlace } from '@tallystick/registry/open';
import { allParts, type PartOptions } from '@tallystick/registry/parts/all-parts';
import type { Registry } from '@tallystick/registry/registry';
import type { Watching } from '@tallystick/registry/registry-over';
import { buildAdmin } from '@tallystick/release-admin/admin';
import { writeMachineKey } from '@tallystick/release-admin/machine-key';
import { nodeVariables } from '@tallystick/store/node-process.testing';
import { testPlace } from '@tallystick/store/test-place.testing';
import type { Io } from './io.ts';
import { runRelease } from './release.ts';

/** Where a command is run. */
export interface CommandHome {
  folder: string;
  /** What the command must be told to find its registry. */
  variables: Record<string, string>;
}

/** A registry with its admin API, listening, in a folder of its own with a machine key. */
export interface TestHouse extends CommandHome {
  registry: Registry;
  close(): Promise<void>;
}

/**
 * @param watching what the registry does by itself about builds that fail; absent: nothing
 * @param kept where a house was before, with its machine key; absent: a new one
 */
export async function openHouse(
  watching: Watching & PartOptions = {},
  kept?: Pick<RegistryPlace, 'DATA_DIR' | 'DATABASE_URL'>,
): Promise<TestHouse> {
  const place = kept ?? (await testPlace('tallystick-release-'));
  const folder = place.DATA_DIR;
  const opened = await openRegistry(place, Date.now, {
    parts: allParts(watching),
    ...watching,
  });
  if (!opened.ok) throw new Error(opened.problem);
  const { value: registry } = opened;
  if (kept === undefined) await writeMachineKey(registry, folder);
  const origins = ['http://localhost:4300'];
  const site = 'http://localhost:4000';
  const server = await buildAdmin({
    registry,
    origins,
    sites: { origins: [site], byChannel: new Map([['production', site]]), originOf: () => site },
  });
  const address = await server.listen({ host: '127.0.0.1', port: 0 });
  origins.push(address);
  return {
    registry,
    folder,
    variables: { DATA_DIR: folder, ADMIN_PORT: new URL(address).port },
    close: async () => {
      await server.close();
      await registry.close();
      await rm(folder, { recursive: true, maxRetries: 3 });
    },
  };
}

/** What a command left behind. */
export interface Ran {
  code: number;
  out: string;
  err: string;
}

const main = fileURLToPath(new URL('main.ts', import.meta.url));

/** Starts the real command in a process of its own, in the house's folder. */
export function startRelease(
  house: CommandHome,
  words: readonly string[],
  variables: Record<string, string> = {},
) {
  const { PATH = '' } = process.env;
  return spawn(process.execPath, [main, ...words], {
    cwd: house.folder,
    env: { PATH, ...nodeVariables, ...house.variables, ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/** Runs it to its end. */
export async function spawnRelease(...how: Parameters<typeof startRelease>): Promise<Ran> {
  const child = startRelease(...how);
  const ended = new Promise<number>((resolve) =>
    child.on('exit', (code, signal) => resolve(code ?? (signal === null ? -1 : -2))),
  );
  const [out, err, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  return { code, out, err };
}

/** Runs the command in this process; `ask` stands for a person at a terminal. */
export async function runHere(
  house: CommandHome,
  words: readonly string[],
  parts: {
    ask?: Io['ask'];
    ended?: Io['ended'];
    note?: Io['note'];
    variables?: Record<string, string>;
    now?: number;
  } = {},
): Promise<Ran> {
  const out: string[] = [];
  const err: string[] = [];
  const code = await runRelease(words, {
    program: 'release',
    folder: house.folder,
    variables: { ...house.variables, ...parts.variables },
    print: (line) => out.push(line),
    note: (line) => (parts.note ? parts.note(line) : err.push(line)),
    draw: null,
    ask: parts.ask ?? null,
    ended: parts.ended ?? (() => Promise.resolve()),
    paint: (_tone, word) => word,
    now: () => parts.now ?? Date.now(),
  });
  return { code, out: out.join('\n'), err: err.join('\n') };
}

/** Writes a build of an app as `tallystick-build` leaves it; answers its folder. */
export async function writeApp(
  house: CommandHome,
  app: string,
  build: string,
  files: Record<string, string> = {},
  { route = `/${app}/:id`, ...more }: Parameters<typeof writeBuild>[2] = {},
): Promise<string> {
  const folder = join(house.folder, 'builds', app, build);
  const isShell = app === 'shell';
  const own: Record<string, string> = isShell
    ? { 'main.js': `shell(${build})`, 'main.css': 'body {}' }
    : {
        'remote-entry.js': `entry(${build})`,
        'routes.js': `routes(${build})`,
        'routes.css': 'p {}',
        'later.js': 'later()',
      };
  const kind = isShell ? 'shell' : 'remote';
  await writeBuild(folder, { ...own, ...files }, { app, build, kind, route, ...more });
  return folder;
}
