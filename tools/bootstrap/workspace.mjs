import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The folders of all packages of the workspace, the root's first, as paths below `root`.
 * @param {string} root
 * @returns {string[]} such as `['', 'shell', 'platform/build']`
 */
export function packageFolders(root) {
  const lines = readFileSync(join(root, 'pnpm-workspace.yaml'), 'utf8').split('\n');
  const first = lines.indexOf('packages:') + 1;
  const patterns = [];
  for (const line of lines.slice(first)) {
    const pattern = /^ +- ['"]?([^'"]+?)['"]?$/.exec(line)?.[1];
    if (pattern === undefined) break;
    patterns.push(pattern);
  }
  const folders = patterns.flatMap((pattern) => {
    if (!pattern.endsWith('/*')) return [pattern];
    const parent = pattern.slice(0, -2);
    return readdirSync(join(root, parent)).map((name) => `${parent}/${name}`);
  });
  return ['', ...folders.filter((folder) => existsSync(join(root, folder, 'package.json')))];
}

/**
 * Every folder that must exist for the dependencies to be whole.
 * @param {string} root
 * @returns {string[]}
 */
export function dependencyFolders(root) {
  return packageFolders(root).flatMap((folder) => {
    const { dependencies, devDependencies } = JSON.parse(
      readFileSync(join(root, folder, 'package.json'), 'utf8'),
    );
    return Object.keys({ ...dependencies, ...devDependencies }).map((name) =>
      join(root, folder, 'node_modules', name),
    );
  });
}
