import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { filesBelow } from '@tallystick/contract/file-hashes';
import { appNameSchema } from '@tallystick/contract/release';
import * as v from 'valibot';

const template = resolve(import.meta.dirname, '../template');

/**
 * Writes the few files of a new remote, with one page and one menu entry, into a folder of its name.
 *
 * @param kit folder with the kit's tarballs, for who has no package registry: they are copied along
 * @throws Error with one line for a person.
 */
export function writeNewRemote(name: string, kit: string | undefined): void {
  if (!v.is(appNameSchema, name)) {
    throw new Error(`"${name}" is no name: lower case letters, digits and hyphens, a letter first`);
  }
  const folder = resolve(name);
  if (existsSync(folder) && readdirSync(folder).length > 0) {
    throw new Error(`${folder} holds something already`);
  }
  const word = name.replace(/^mfe-/, '');
  const title = word.charAt(0).toUpperCase() + word.slice(1).replaceAll('-', ' ');
  const fill = (text: string) =>
    text
      .replaceAll('mfe-name', name)
      .replaceAll('placeholder', word)
      .replaceAll('Placeholder', title);
  const tarballs = kit === undefined ? null : findTarballs(resolve(kit));
  cpSync(template, folder, { recursive: true });
  for (const path of filesBelow(folder)) {
    const file = join(folder, path);
    writeFileSync(file, fill(readFileSync(file, 'utf8')));
  }
  writeFileSync(join(folder, '.gitignore'), 'node_modules/\ndist/\n');
  if (tarballs !== null) takeKit(tarballs, folder);
}

/** The kit's tarballs in a folder, by the package that each is of. */
function findTarballs(kit: string): ReadonlyMap<string, string> {
  const files = existsSync(kit) ? readdirSync(kit) : [];
  return new Map(
    ['shared', 'build'].map((name) => {
      const tarball = new RegExp(`^tallystick-${name}-.*\\.tgz$`);
      const [file, another] = files.filter((each) => tarball.test(each));
      if (file === undefined || another !== undefined) {
        throw new Error(`${kit} must hold one tallystick-${name}-<version>.tgz`);
      }
      return [name, join(kit, file)];
    }),
  );
}

/** Copies the kit's tarballs into the remote and lets its package.json name them. */
function takeKit(tarballs: ReadonlyMap<string, string>, folder: string): void {
  mkdirSync(join(folder, 'kit'));
  const file = join(folder, 'package.json');
  let text = readFileSync(file, 'utf8');
  for (const [name, tarball] of tarballs) {
    cpSync(tarball, join(folder, 'kit', basename(tarball)));
    const specifier = new RegExp(`("@tallystick/${name}": )"[^"]*"`);
    text = text.replace(specifier, `$1"file:kit/${basename(tarball)}"`);
  }
  writeFileSync(file, text);
}
