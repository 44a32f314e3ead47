import { readdirSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { sitePackageIn } from '@tallystick/contract/site-packages';
import { writeFromTemplate } from './from-template.ts';

/**
 * Writes the few files of a new remote, with one page and one menu entry, into a folder of its name. They are those of
 * the template that the site's package brings, which is installed beside this one.
 *
 * @param template folder to take in place of that one
 * @param framework a template of this package in place of that one: pages without React
 * @param kit folder with the kit's tarballs, for who has no package registry: they are copied along
 * @throws Error with one line for a person.
 */
export function writeNewRemote(
  name: string,
  { kit, template, framework }: Record<'kit' | 'template' | 'framework', string | undefined>,
): void {
  const own = framework === undefined ? findTemplate : () => templateOf(framework);
  const word = name.replace(/^mfe-/, '');
  const title = word.charAt(0).toUpperCase() + word.slice(1).replaceAll('-', ' ');
  writeFromTemplate(name, {
    folder: template === undefined ? own() : resolve(template),
    kit,
    words: { 'mfe-name': name, placeholder: word, Placeholder: title },
    // `compiled` is what Angular's compiler writes for Vite.
    ignored: ['node_modules/', 'dist/', ...(framework === undefined ? [] : ['compiled/'])],
  });
}

/** @throws Error with one line, if this package has none for the framework. */
function templateOf(framework: string): string {
  const templates = join(import.meta.dirname, '../templates');
  const known = readdirSync(templates);
  if (known.includes(framework)) return join(templates, framework);
  throw new Error(`${framework} is not one of ${known.join(', ')}`);
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
