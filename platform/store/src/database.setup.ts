import { sql } from 'kysely';
import type { TestProject } from 'vitest/node';
import { openConnections } from './connections.ts';
import type { Definition } from './definition.ts';
import { type PostgresServer, startPostgres } from './postgres-server.testing.ts';
import { openStore } from './store.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A running PostgreSQL, up to the name of the database. */
    postgresUrl: string;
    /** The database in which the stores of these tests are made and empty, to copy. */
    templateDatabase: string;
  }
}

declare global {
  /** One server for all packages; each package's setup has modules of its own. */
  var testServer: { users: number; started: Promise<PostgresServer> } | undefined;
}

const settings = [
  'max_connections=400',
  // Tests need nothing that is only for a power cut. Each copy of a database is a checkpoint, after which PostgreSQL
  // would log whole pages.
  ...['fsync=off', 'full_page_writes=off', 'wal_level=minimal', 'max_wal_senders=0'],
  // It would look through each of some hundred databases once a minute, in a new process each time.
  'autovacuum=off',
];

/**
 * A global setup of vitest for the tests of a package with stores. It starts a PostgreSQL, which all packages share.
 * It makes a database with these stores' tables, once for all test files of the package.
 */
export function prepareDatabase(...definitions: readonly Definition[]) {
  return {
    setup: async (project: TestProject): Promise<void> => {
      globalThis.testServer ??= { users: 0, started: startPostgres(...settings) };
      globalThis.testServer.users += 1;
      const { url } = await globalThis.testServer.started;
      const template = `template_${project.name.replaceAll(/\W/g, '_')}`;
      const { db } = openConnections({ connectionString: `${url}postgres` });
      await sql`create database ${sql.id(template)}`.execute(db);
      await db.destroy();
      for (const definition of definitions) {
        const place = { DATA_DIR: '', DATABASE_URL: url + template };
        const opened = await openStore(definition, place);
        if (!opened.ok) throw new Error(opened.problem);
        await opened.value.close();
      }
      project.provide('postgresUrl', url);
      project.provide('templateDatabase', template);
    },
    teardown: async (): Promise<void> => {
      if (globalThis.testServer === undefined) return;
      globalThis.testServer.users -= 1;
      if (globalThis.testServer.users === 0) await (await globalThis.testServer.started).end();
    },
  };
}
