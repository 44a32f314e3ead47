import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

/** The first Node that runs TypeScript without a flag. */
const oldest = { major: 22, minor: 18 };

/**
 * The Node that the project's code runs on: the one the lockfile pins, or, on a platform for which
 * it has none, the system's, if that one is new enough.
 * @param {string} root the project's folder
 * @returns {{ok: true, path: string} | {ok: false, problem: string}}
 */
export function findProjectNode(root) {
  const pinned = join(root, 'node_modules/.bin/node');
  if (spawnSync(pinned, ['--version']).status === 0) return { ok: true, path: pinned };
  if (isNewEnough(process.versions.node)) return { ok: true, path: process.execPath };
  return {
    ok: false,
    problem:
      `No Node of the project's own is to be had for ${process.platform} on ${process.arch}: ` +
      `install Node 24 (at least ${oldest.major}.${oldest.minor}); this is ${process.versions.node}.`,
  };
}

/** @param {string} version such as `24.21.0` */
function isNewEnough(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major > oldest.major || (major === oldest.major && minor >= oldest.minor);
}
