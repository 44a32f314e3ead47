import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

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
    listFiles(folder).map((path) => {
      const hash = createHash('sha384').update(readFileSync(join(folder, path)));
      return [path, `sha384-${hash.digest('base64')}`];
    }),
  );
}

/** The twelve hexadecimal digits that stand for the content of these files in a build id. */
export function contentHash(files: Readonly<Record<string, string>>): string {
  const listing = Object.entries(files).map(([path, integrity]) => `${path} ${integrity}\n`);
  return createHash('sha256').update(listing.join('')).digest('hex').slice(0, 12);
}
