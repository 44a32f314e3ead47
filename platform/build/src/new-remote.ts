import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join, relative, resolve } from 'node:path';
import { filesBelow } from '@tallystick/contract/file-hashes';
import { appNameSchema } from '@tallystick/contract/release';
import * as v from 'valibot';
import { sitePackageIn } from './site-packages.ts';

/**
 * Writes the few files of a new remote, with one page and one menu entry, into a folder of its name. They are those of
 * the template that the site's package brings, which is installed beside this one.
 *
 * @param template folder to take in place of that one
 * @param kit folder with the kit's tarballs, for who has no package registry: they are copied along
 * @throws Error with one line for a person.
 */
export function writeNewRemote(
  name: string,
  { kit, template: given }: { kit: string | undefined; template: string | undefined },
): void {
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
  const template = given === undefined ? findTemplate() : resolve(given);
  const tarballs = kit === undefined ? null : findTarballs(resolve(kit), template);
  cpSync(template, folder, { recursive: true });
  for (const path of filesBelow(folder)) {
    const file = join(folder, path);
    writeFileSync(file, fill(readFileSync(file, 'utf8')));
  }
  writeFileSync(join(folder, '.gitignore'), 'node_modules/\ndist/\n');
  if (tarballs !== null) takeKit(tarballs, folder);
}

/** @throws Error with one line, if no package beside this one brings a template, or several do. */
function findTemplate(): string {
  const [modules] = /^.*[/\\]node_modules(?=[/\\])/.exec(import.meta.dirname) ?? [];
  const names =
    modules === undefined ? [] : readdirSync(modules).flatMap((name) => namesIn(modules, name));
  const found = names.flatMap((name) =>
    sitePackageIn(join(modules ?? '', name)).flatMap(({ template = [] }) => template),
  );
  const [template, another] = found;
  if (template !== undefined && another === undefined) return template;
  throw new Error(
    template === undefined
      ? "No package of a site is installed beside @tallystick/build: name the site's kit, too (npx -p …)"
      : `Several packages bring a template: ${found.map((one) => relative(modules ?? '', one)).join(', ')}`,
  );
}

/** The names of the packages in a folder of `node_modules`: itself, or those of a scope. */
function namesIn(modules: string, name: string): string[] {
  if (!name.startsWith('@')) return [name];
  return readdirSync(join(modules, name)).map((one) => `${name}/${one}`);
}

const templateSchema = v.object({
  dependencies: v.record(v.string(), v.string()),
  devDependencies: v.record(v.string(), v.string()),
});

/** The kit's tarballs in a folder, by the package that each is of: those that the template depends on. */
function findTarballs(kit: string, template: string): ReadonlyMap<string, string> {
  const files = existsSync(kit) ? readdirSync(kit) : [];
  const text = readFileSync(join(template, 'package.json'), 'utf8');
  const { dependencies, devDependencies } = v.parse(templateSchema, JSON.parse(text));
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
