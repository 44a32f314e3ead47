import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { copyDatabase } from './copy-database.testing.ts';

/** What tells a server or a command where all of it is kept. */
export interface TestPlace {
  DATA_DIR: string;
  DATABASE_URL: string;
}

/** A data folder of its own, which the caller removes, and a database with the empty stores of the package's tests. */
export async function testPlace(prefix: string): Promise<TestPlace> {
  const folder = await mkdtemp(join(tmpdir(), prefix));
  return { DATA_DIR: folder, DATABASE_URL: await copyDatabase() };
}
