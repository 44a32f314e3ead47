import { existsSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { inProject } from '../project.ts';
import { importsOf } from './imports.ts';

const textOf = (path: string) => readFileSync(inProject(path), 'utf8');

/**
 * The files that somebody reads who follows these as they run.
 *
 * @param isRead of a file that one of them imports: false where the reader need not know what is behind
 */
export function readFrom(
  paths: readonly string[],
  isRead: (path: string, specifier: string) => boolean,
): string[] {
  const found = new Set(paths);
  for (const path of found) {
    for (const { target, specifier, typeOnly } of targetsOf(path)) {
      if (!typeOnly && isRead(target, specifier)) found.add(target);
    }
  }
  return [...found].sort();
}

/** All files of ours that these import, themselves. */
export function askedBy(paths: readonly string[]): string[] {
  return paths.flatMap((path) => targetsOf(path).map(({ target }) => target));
}

function targetsOf(path: string) {
  return importsOf(textOf(path)).flatMap((one) => {
    const target = targetOf(path, one.specifier);
    return target === null ? [] : [{ ...one, target }];
  });
}

/** A file of ours; null: another's. */
function targetOf(from: string, specifier: string): string | null {
  if (specifier.startsWith('.')) return posix.join(posix.dirname(from), specifier);
  const [, name, entry] = /^@tallystick\/(\w[\w-]*)\/(.+)$/.exec(specifier) ?? [];
  const path = `platform/${name}/src/${entry}.ts`;
  return entry !== undefined && existsSync(inProject(path)) ? path : null;
}

/** Lines of all these files. */
export function linesOf(paths: readonly string[]): number {
  return paths.reduce((sum, path) => sum + textOf(path).split('\n').length - 1, 0);
}
