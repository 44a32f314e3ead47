import { createHash, type Hash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';

const leftOut = new Set(['node_modules', 'dist', '.tsbuild']);

/**
 * A hash of the names and contents of all files at or below `paths`. What a build writes and what
 * only tests read does not count.
 */
export function hashInputs(root: string, paths: readonly string[]): string {
  const hash = createHash('sha256');
  for (const path of paths) addPath(hash, root, join(root, path));
  return hash.digest('hex');
}

function addPath(hash: Hash, root: string, path: string): void {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found?.isFile()) {
    hash.update(`${relative(root, path)}\n`).update(readFileSync(path));
    return;
  }
  // A link that leads nowhere, such as the lock of an editor, or what was removed just now.
  if (!found?.isDirectory()) return;
  const names = readdirSync(path).filter(
    (name) => !leftOut.has(name) && !/\.(test|testing)\.tsx?$/.test(name),
  );
  for (const name of names.sort()) addPath(hash, root, join(path, name));
}
