import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { inject } from 'vitest';
import { type Connections, openConnections } from './connections.ts';
import type {} from './database.setup.ts';

/** 14 copies by way of the log alone, which takes a hundredth of a second of a processor more. */
const strategy = process.env.TEST_POSTGRES === '14' ? '' : 'strategy file_copy';

/** One for all tests of a file. */
let server: Connections<unknown> | undefined;

/**
 * Makes a database of its own on the server that the setup has started, as a copy of another one (absent: of that
 * with the package's stores); its address.
 */
export async function copyDatabase(from = inject('templateDatabase')): Promise<string> {
  const url = inject('postgresUrl');
  server ??= openConnections({ connectionString: `${url}postgres`, max: 1 });
  const name = `t${randomUUID().replaceAll('-', '')}`;
  const copied = sql`create database ${sql.id(name)} template ${sql.id(from)} ${sql.raw(strategy)}`;
  await copied.execute(server.db);
  return `${url}${name}`;
}
