import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { integrityOf } from '@tallystick/shared/release/file-hashes';

/** Paths of all files below `folder`, relative to it, sorted, with `/` between their parts. */
function listFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .map((path) => path.replaceAll('\\', '/'))
    .sort();
}

/** `sha384-<base64>` of each file below `folder`, by its relative path. */
export function hashFiles(folder: string): Record<string, string> {
  return Object.fromEntries(
    listFiles(folder).map((path) => [path, integrityOf(readFileSync(join(folder, path)))]),
  );
}
