import { execFileSync } from 'node:child_process';
import {
  globSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  symlinkSync,
} from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { afterAll, expect, it, vi } from 'vitest';
import { buildApp } from './build.ts';

const root = join(import.meta.dirname, '../../..');
const apps = ['mfe-parties', 'shell'];
/** What is made beside the sources. */
const made = ['dist', '.tsbuild', '.test'];
/** Where all packages of others are installed. */
const store = 'node_modules/.pnpm';

mkdirSync(join(root, '.test'), { recursive: true });
const folder = mkdtempSync(join(root, '.test/checkout-'));
// A program deletes it, since this process would take five times as long for twenty thousand files.
afterAll(() => execFileSync('rm', ['-rf', folder]));

/** The project in another folder: hard links, for a copy takes a minute. */
function checkOut(to: string): string {
  mkdirSync(join(to, store), { recursive: true });
  const needed = ['package.json', ...withPackages(apps)];
  const from = installedFor(needed).map((name) => join(root, store, name));
  execFileSync('cp', ['-RPl', ...from, join(to, store)]);
  for (const path of needed) linkTree(join(root, path), join(to, path));
  return to;
}

/** These folders, and those of all packages of the project that they stand on. */
function withPackages(folders: readonly string[]): string[] {
  const found = new Set(folders);
  for (const path of found) {
    const modules = join(root, path, 'node_modules');
    for (const name of globSync(['*', '@*/*'], { cwd: modules })) {
      const place = relative(root, realpathSync(join(modules, name)));
      if (!/node_modules|^\.\./.test(place)) found.add(place);
    }
  }
  return [...found];
}

/** The folders of the store that hold what packages stand on: a third of all files that are installed. */
function installedFor(packages: readonly string[]): string[] {
  const found = new Set<string>();
  const visit = (modules: string) => {
    for (const name of globSync(['*', '@*/*'], { cwd: modules })) {
      const place = relative(join(root, store), realpathSync(join(modules, name)));
      const [one = ''] = place.split(sep);
      if (one === '..' || found.has(one)) continue;
      found.add(one);
      visit(join(root, store, one, 'node_modules'));
    }
  };
  for (const path of packages) visit(join(root, path, 'node_modules'));
  return [...found];
}

function linkTree(from: string, to: string): void {
  const entry = lstatSync(from);
  mkdirSync(dirname(to), { recursive: true });
  if (entry.isSymbolicLink()) symlinkSync(readlinkSync(from), to);
  else if (entry.isFile()) linkSync(from, to);
  else {
    for (const name of readdirSync(from)) {
      if (made.includes(name) && !from.includes('node_modules')) continue;
      linkTree(join(from, name), join(to, name));
    }
  }
}

// Node caches compiled programs by their path, and this path is never used again.
vi.stubEnv('NODE_DISABLE_COMPILE_CACHE', '1');

it('gives the same build in another folder, byte for byte', () => {
  const one = checkOut(join(folder, 'one'));
  const built = apps.map((app) => buildApp(join(one, app)));
  const shell = join(one, 'shell/dist', built[1]?.build ?? '');
  expect(readFileSync(join(shell, 'licenses.txt'), 'utf8')).toMatch(/^react 18\.\d+\.\d+, MIT$/m);
  const other = join(folder, 'further/down/other');
  mkdirSync(dirname(other), { recursive: true });
  renameSync(one, other);
  expect(apps.map((app) => buildApp(join(other, app)))).toEqual(built);
});
