import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { filesBelow } from '@tallystick/contract/file-hashes';
import { appNameSchema } from '@tallystick/contract/release';
import * as v from 'valibot';

/** Beside this file, as it is written or as it is bundled. */
const template = join(import.meta.dirname, '../template');

/**
 * Writes a small site into a new folder of its name; answers the exit code.
 *
 * @throws Error with one line for a person.
 */
export function createSite(words: readonly string[]): number {
  const { values, positionals } = parseArgs({
    args: [...words],
    allowPositionals: true,
    options: { kit: { type: 'string' } },
  });
  const [name, ...unread] = positionals;
  if (name === undefined || unread.length > 0) {
    throw new Error('Say how the site is called, in one word: tallystick create bakery');
  }
  if (!v.is(appNameSchema, name)) {
    throw new Error(`"${name}" is no name: lower case letters, digits and hyphens, a letter first`);
  }
  const folder = resolve(name);
  if (existsSync(folder) && readdirSync(folder).length > 0) {
    throw new Error(`${folder} holds something already`);
  }
  const tarballs = values.kit === undefined ? [] : findTarballs(resolve(values.kit));
  cpSync(template, folder, { recursive: true });
  const title = name.charAt(0).toUpperCase() + name.slice(1).replaceAll('-', ' ');
  for (const path of filesBelow(folder)) {
    const file = join(folder, path);
    const text = readFileSync(file, 'utf8');
    writeFileSync(file, text.replaceAll('site-name', name).replaceAll('Site Name', title));
  }
  // npm leaves a file of this name out of what it packs.
  writeFileSync(join(folder, '.gitignore'), 'node_modules/\ndist/\n.data/\n');
  takeKit(tarballs, folder);
  console.log(`${name} is there. Next: cd ${name} && npm install && npm start`);
  return 0;
}

/** The packages of the platform that a site depends on. */
const packages = ['build', 'platform', 'shell-kit'];

/** The tarballs of these in a folder, by the package that each is of. */
function findTarballs(kit: string): [name: string, tarball: string][] {
  const files = existsSync(kit) ? readdirSync(kit) : [];
  return packages.map((name) => {
    const tarball = new RegExp(`^tallystick-${name}-\\d.*\\.tgz$`);
    const [file, another] = files.filter((each) => tarball.test(each));
    if (file === undefined || another !== undefined) {
      throw new Error(`${kit} must hold one tallystick-${name}-<version>.tgz`);
    }
    return [name, join(kit, file)];
  });
}

/** Copies the tarballs into the site and lets its package.json name them. */
function takeKit(tarballs: readonly [string, string][], folder: string): void {
  const file = join(folder, 'package.json');
  let text = readFileSync(file, 'utf8');
  for (const [name, tarball] of tarballs) {
    const target = join(folder, 'kit', basename(tarball));
    mkdirSync(dirname(target), { recursive: true });
    cpSync(tarball, target);
    const specifier = new RegExp(`("@tallystick/${name}": )"[^"]*"`);
    text = text.replace(specifier, `$1"file:kit/${basename(tarball)}"`);
  }
  writeFileSync(file, text);
}
