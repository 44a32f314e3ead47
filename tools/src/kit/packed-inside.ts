import { glob, readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import * as v from 'valibot';
import { inProject } from '../project.ts';
import { packageFileSchema } from './kit-package.ts';

/** Packages of the platform that packages of the kit hold: teams name none of them. */
const held = [
  'platform/contract',
  'platform/timing',
  'platform/command-line',
  'platform/shell-kit',
  'platform/ui',
];

/** Those that the package in `folder` depends on, also by another one. */
export async function packedInside(folder: string): Promise<string[]> {
  const found = new Set<string>();
  const add = async (from: string): Promise<void> => {
    const { dependencies } = await readPackage(from);
    for (const one of held) {
      if (found.has(one) || !Object.hasOwn(dependencies, `@tallystick/${basename(one)}`)) continue;
      found.add(one);
      await add(one);
    }
  };
  await add(folder);
  return [...found];
}

/** Puts the place within `output` for the name of a package that is packed inside, in all files. */
export async function nameInside(inside: readonly string[], output: string): Promise<void> {
  const exported = new Map<string, ReadonlyMap<string, string>>();
  for (const held of inside) exported.set(basename(held), await exportsOf(held));
  const names = [...exported.keys()].join('|');
  const imported = new RegExp(`(['"])@tallystick/(${names})/([^'"]+)\\1`, 'g');
  for await (const file of glob(['**/*.js', '**/*.d.ts', '**/*.css'], { cwd: output })) {
    const path = join(output, file);
    const text = await readFile(path, 'utf8');
    const named = text.replaceAll(imported, (_, quote: string, name: string, entry: string) => {
      const module = exported.get(name)?.get(entry) ?? entry;
      const way = relative(
        dirname(file),
        join('platform', name, module.endsWith('.css') ? module : `${module}.js`),
      );
      return `${quote}${way.startsWith('.') ? way : `./${way}`}${quote}`;
    });
    if (named !== text) await writeFile(path, named);
  }
}

/**
 * What a package exports under another name than the module's own: modules by that name, both
 * without endings.
 */
async function exportsOf(folder: string): Promise<ReadonlyMap<string, string>> {
  const { exports } = await readPackage(folder);
  return new Map(
    Object.entries(exports).flatMap(([entry, target]) =>
      typeof target !== 'string' || entry.includes('*')
        ? []
        : [[entry.slice(2), target.replace(/^\.\/src\/|\.tsx?$/g, '')]],
    ),
  );
}

async function readPackage(folder: string) {
  const text = await readFile(inProject(folder, 'package.json'), 'utf8');
  return v.parse(packageFileSchema, JSON.parse(text));
}
