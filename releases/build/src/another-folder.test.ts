import { execFileSync } from 'node:child_process';
import {
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { buildApp } from './build.ts';

const root = join(import.meta.dirname, '../../..');
/** What a build of an app reads of the project. */
const needed = ['package.json', 'releases/build', 'shared', 'shell', 'mfe-parties'];
/** What is made beside the sources. */
const made = ['dist', '.tsbuild', '.test'];
/** Caches of tools that run from node_modules. */
const cache = /^\.(cache|vite|vitest-cache)/;

mkdirSync(join(root, '.test'), { recursive: true });
const folder = mkdtempSync(join(root, '.test/checkout-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The project in another folder: hard links, for a copy takes a minute. */
function checkOut(to: string): string {
  const modules = join(to, 'node_modules');
  mkdirSync(modules, { recursive: true });
  // What runs beside this test keeps its caches in there, and takes files away while `cp` lists them.
  const installed = readdirSync(join(root, 'node_modules')).filter((name) => !cache.test(name));
  // Seventy thousand files, which this process would take five times as long for.
  const from = installed.map((name) => join(root, 'node_modules', name));
  execFileSync('cp', ['-RPl', ...from, modules]);
  for (const path of needed) linkTree(join(root, path), join(to, path));
  return to;
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

it('gives the same build in another folder, byte for byte', () => {
  const apps = ['mfe-parties', 'shell'];
  const one = checkOut(join(folder, 'one'));
  const built = apps.map((app) => buildApp(join(one, app)));
  const other = join(folder, 'further/down/other');
  mkdirSync(dirname(other), { recursive: true });
  renameSync(one, other);
  expect(apps.map((app) => buildApp(join(other, app)))).toEqual(built);
});
