import { accessSync, constants, existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { ownPlatform, packageScope } from '@tallystick/store/server-programs';
import { copied, programs } from './tree-files.ts';

/** What servers may load while they run, whichever they are. The apps are for the release command. */
const needed = [
  ...Object.keys(programs).map((name) => `${name}.js`),
  ...copied,
  `node_modules/${packageScope}/${ownPlatform}/package.json`,
];
const folders = [
  ...new Set(
    needed.filter((path) => path.includes('/')).map((path) => path.split('/', 1)[0] ?? ''),
  ),
];

/** The first file of the tree in `root` that this process may not read, or that is not there, in one sentence; null: all are. */
export function treeProblem(root: string): string | null {
  // Run from the sources, where the bundler's files are not.
  if (!existsSync(join(root, 'tallystick.js'))) return null;
  const own = readdirSync(root).filter((name) => name.endsWith('.js'));
  for (const path of [...own, ...folders]) {
    const closed = unreadableIn(join(root, path));
    if (closed !== null) {
      return `This user may not read ${closed}: all of the tree has to be readable (chmod -R a+rX).`;
    }
  }
  const [platform = ownPlatform] = namesIn(join(root, 'node_modules', packageScope));
  if (platform !== ownPlatform) {
    return `This tree is for ${platform}, and this machine is ${ownPlatform}: make another one by npm run build -- --platform ${ownPlatform}.`;
  }
  const missing = needed.find((path) => !existsSync(join(root, path)));
  return missing === undefined
    ? null
    : `${join(root, missing)} is missing: the tree has to be copied whole.`;
}

const namesIn = (folder: string): string[] => (existsSync(folder) ? readdirSync(folder) : []);

function unreadableIn(path: string): string | null {
  try {
    const isFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory();
    if (isFolder === undefined) return null;
    accessSync(path, isFolder ? constants.R_OK | constants.X_OK : constants.R_OK);
    if (!isFolder) return null;
  } catch {
    return path;
  }
  for (const name of readdirSync(path)) {
    const closed = unreadableIn(join(path, name));
    if (closed !== null) return closed;
  }
  return null;
}
