import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { inject } from 'vitest';
import { type Connections, openConnections } from './connections.ts';
import type {} from './database.setup.ts';

/** PostgreSQL 14 can copy only through the log, which takes 10 ms more of a processor. */
const strategy = process.env.TEST_POSTGRES === '14' ? '' : 'strategy file_copy';

/** One for all tests of a file. */
let server: Connections<unknown> | undefined;

/**
 * Copies a database on the server that the setup has started; absent: the one with the package's stores. Resolves
 * with the copy's address.
 */
export async function copyDatabase(from = inject('templateDatabase')): Promise<string> {
  const url = inject('postgresUrl');
  server ??= openConnections({ connectionString: `${url}postgres`, max: 1 });
  const name = `t${randomUUID().replaceAll('-', '')}`;
  const copied = sql`create database ${sql.id(name)} template ${sql.id(from)} ${sql.raw(strategy)}`;
  await copied.execute(server.db);
  return `${url}${name}`;
}
