import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

/**
 * The Node that the project's code runs on: the one that the lockfile pins. On a platform for which
 * it has none, it is the system's, if that one runs TypeScript without a flag.
 * @param {string} root the project's folder
 * @returns {{ok: true, path: string} | {ok: false, problem: string}}
 */
export function findProjectNode(root) {
  const pinned = join(root, 'node_modules/.bin/node');
  if (spawnSync(pinned, ['--version']).status === 0) return { ok: true, path: pinned };
  if (process.features.typescript) return { ok: true, path: process.execPath };
  return {
    ok: false,
    problem:
      `No Node of the project's own is to be had for ${process.platform} on ${process.arch}: ` +
      `install Node 24 (at least 22.18); this is ${process.versions.node}.`,
  };
}
