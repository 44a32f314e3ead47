import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

/** A file of the project; `path` is relative to its folder, with `/`. */
export interface SourceFile {
  path: string;
  text: string;
}

// What nobody writes. Tests that run at the same time remove folders in `.test` while this walk reads
// them.
const leftOut = new Set([
  'node_modules',
  'dist',
  '.tsbuild',
  '.git',
  '.data',
  '.test',
  'test-results',
]);

/** Every text file at or below `folder` that people write, by its path relative to `root`. */
export function readSources(root: string, folder = root): SourceFile[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return leftOut.has(entry.name) ? [] : readSources(root, path);
    if (!/\.(ts|tsx|mjs|js|json|jsonc|css|md|html|yaml|svg)$|^run$/.test(entry.name)) return [];
    return [{ path: relative(root, path).replaceAll('\\', '/'), text: readFileSync(path, 'utf8') }];
  });
}

export function isCode({ path }: SourceFile): boolean {
  return /\.(ts|tsx|mjs|js)$/.test(path);
}
