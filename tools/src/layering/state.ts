import { posix } from 'node:path';
import { importsOf } from './imports.ts';
import { isCode, type SourceFile } from './source-files.ts';

/** The folders of `shared/src` that hold state: one instance of each serves the whole page. */
const stateful = ['api', 'composition', 'realtime', 'router', 'session', 'site'];
/** What stands behind two of them; others reach it through these. */
const behind = /^@tallystick\/shell-kit\/(composition|router)$/;

/**
 * Imports in `shared/` that reach a stateful folder from outside it by a relative path. Each app
 * would compile a copy of the state into itself; by package name it gets the page's one instance.
 */
export function findCopiedState(sources: readonly SourceFile[]): string[] {
  return sources
    .filter((file) => file.path.startsWith('shared/src/') && isCode(file))
    .flatMap((file) =>
      importsOf(file.text)
        .filter(({ specifier, typeOnly }) => {
          if (typeOnly) return false;
          const home = folderOf(file.path);
          const [, entry] = behind.exec(specifier) ?? [];
          if (entry !== undefined) return home !== entry;
          if (!specifier.startsWith('.')) return false;
          const target = folderOf(posix.join(posix.dirname(file.path), specifier));
          return target !== home && stateful.includes(target);
        })
        .map(({ specifier }) => `${file.path} imports ${specifier}`),
    );
}

/** The folder below `shared/src`, such as `api`. */
function folderOf(path: string): string {
  return path.split('/')[2] ?? '';
}
