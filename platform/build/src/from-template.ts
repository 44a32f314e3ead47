import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { filesBelow } from '@tallystick/contract/file-hashes';
import { appNameSchema } from '@tallystick/contract/release';
import * as v from 'valibot';

interface Template {
  /** The folder whose files are written. */
  folder: string;
  /** Folder with the kit's tarballs, for who has no package registry: they are copied along. */
  kit: string | undefined;
  /** What is written in place of words of the template's files. */
  words: Readonly<Record<string, string>>;
  /** What git leaves out: a template brings no such file, as npm packs none. */
  ignored: readonly string[];
}

/**
 * Writes the files of a template into a new folder of this name, in the folder where the command is run.
 *
 * @throws Error with one line for a person.
 */
export function writeFromTemplate(name: string, template: Template): void {
  if (!v.is(appNameSchema, name)) {
    throw new Error(`"${name}" is no name: lower case letters, digits and hyphens, a letter first`);
  }
  const folder = resolve(name);
  if (existsSync(folder) && readdirSync(folder).length > 0) {
    throw new Error(`${folder} holds something already`);
  }
  const { kit } = template;
  const tarballs = kit === undefined ? null : findTarballs(resolve(kit), template.folder);
  cpSync(template.folder, folder, { recursive: true });
  for (const path of filesBelow(folder)) {
    const file = join(folder, path);
    let text = readFileSync(file, 'utf8');
    for (const [word, own] of Object.entries(template.words)) text = text.replaceAll(word, own);
    writeFileSync(file, text);
  }
  writeFileSync(join(folder, '.gitignore'), template.ignored.map((path) => `${path}\n`).join(''));
  if (tarballs !== null) takeKit(tarballs, folder);
}

const packageSchema = v.object({
  dependencies: v.record(v.string(), v.string()),
  devDependencies: v.record(v.string(), v.string()),
});

/** The kit's tarballs in a folder, by the package that each is of: those that the template depends on. */
function findTarballs(kit: string, template: string): ReadonlyMap<string, string> {
  const files = existsSync(kit) ? readdirSync(kit) : [];
  const text = readFileSync(join(template, 'package.json'), 'utf8');
  const { dependencies, devDependencies } = v.parse(packageSchema, JSON.parse(text));
  const own = Object.keys({ ...dependencies, ...devDependencies }).flatMap(
    (name) => /^@tallystick\/(.*)$/.exec(name)?.[1] ?? [],
  );
  return new Map(
    own.map((name) => {
      const tarball = new RegExp(`^tallystick-${name}-\\d.*\\.tgz$`);
      const [file, another] = files.filter((each) => tarball.test(each));
      if (file === undefined || another !== undefined) {
        throw new Error(`${kit} must hold one tallystick-${name}-<version>.tgz`);
      }
      return [name, join(kit, file)];
    }),
  );
}

/** Copies the kit's tarballs into the folder and lets its package.json name them. */
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
