import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { TestProject } from 'vitest/node';
import { openConnections } from './connections.ts';
import type { Definition } from './definition.ts';
import { putEmptyPglite } from './empty-pglite.testing.ts';
import { migrate } from './migrate.ts';
import { openPglite } from './pglite.ts';
import { openPostgres } from './postgres.ts';
import { type PostgresServer, startPostgres } from './postgres-server.testing.ts';

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
export function prepareEngines(definition: Definition) {
  let stop = async (): Promise<void> => {};
  return {
    setup: async (project: TestProject): Promise<void> => {
      stop = await start(project, definition);
    },
    teardown: () => stop(),
  };
}

async function start(project: TestProject, definition: Definition): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'tallystick-test-'));
  const pgliteTemplate = join(folder, 'pglite');
  const [server, pglite] = await Promise.allSettled([
    preparePostgres(definition),
    preparePglite(pgliteTemplate, definition),
  ]);
  const stop = async () => {
    if (server.status === 'fulfilled') await server.value.end();
    await rm(folder, { recursive: true, force: true });
  };
  for (const part of [server, pglite]) {
    if (part.status === 'fulfilled') continue;
    await stop();
    throw part.reason;
  }
  if (server.status === 'fulfilled') project.provide('postgresUrl', server.value.url);
  project.provide('pgliteTemplate', pgliteTemplate);
  return stop;
}

async function preparePglite(folder: string, definition: Definition): Promise<void> {
  await putEmptyPglite(folder);
  const engine = await openPglite(folder, definition);
  await migrate(engine, definition);
  await engine.close();
}

async function preparePostgres(definition: Definition): Promise<PostgresServer> {
  // What only a power cut needs; each copy of a database is a checkpoint, after which pages are logged as a whole.
  const server = await startPostgres('fsync=off', 'full_page_writes=off', 'max_connections=100');
  const { db } = openConnections({ connectionString: `${server.url}postgres` });
  await sql`create database template`.execute(db);
  await db.destroy();
  const engine = await openPostgres(`${server.url}template`, definition);
  await migrate(engine, definition);
  await engine.close();
  return server;
}
