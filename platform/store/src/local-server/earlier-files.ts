import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { commandLine } from '../program-version.ts';
import { packagedMajor } from './programs.ts';

/**
 * Why the files of a data folder are not for the server that comes with this program, with what to do, or undefined.
 * `folder` is that of the server. Nothing is touched.
 */
export function earlierFiles(dataFolder: string, folder: string): string | undefined {
  const version = versionIn(join(folder, 'data'));
  if (version !== undefined) {
    if (version === String(packagedMajor)) return undefined;
    return `its database was made by PostgreSQL ${version}, and this program brings ${packagedMajor}. ${bringOver}`;
  }
  // Versions before kept each database within their own process, in a folder of its own.
  const names = existsSync(dataFolder) ? readdirSync(dataFolder) : [];
  if (!names.some((name) => versionIn(join(dataFolder, name)) !== undefined)) return undefined;
  return `it holds databases of a version before this one, which are read by that version alone. ${bringOver}`;
}

const bringOver = `Nothing was changed. By the version that ran before: ${commandLine('backup FILE')}; then by this one, with another DATA_DIR: ${commandLine('restore FILE')}`;

function versionIn(folder: string): string | undefined {
  const file = join(folder, 'PG_VERSION');
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined;
}
