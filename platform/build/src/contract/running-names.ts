import { createRequire } from 'node:module';
import { join } from 'node:path';
import { isModuleNamespaceObject } from 'node:util/types';
import type { Singleton } from '../singletons.ts';
import type { Missing } from './looked-for.ts';
import type { Uses } from './uses-plugin.ts';

/** What a library exports, and whether it is CommonJS: then its default export is the module itself. */
interface Running {
  names: ReadonlySet<string>;
  isCommonJs: boolean;
}

/**
 * What each library exports where it runs. Its types may say more, or less. Those of React leave out what React's own
 * packages take of each other, and have what only its development build has. Libraries that do not run in Node are not
 * there, nor the site's own modules, whose types are read from their sources.
 */
export function runningOf(
  folder: string,
  singletons: readonly Singleton[],
): ReadonlyMap<string, Running> {
  const found = new Map<string, Running>();
  const requireFromApp = createRequire(join(folder, 'package.json'));
  for (const { request, file, isOwn } of singletons) {
    if (isOwn || file === null) continue;
    try {
      const module: unknown = requireFromApp(file);
      if (module === null || typeof module !== 'object') continue;
      const names = new Set(Object.keys(module).filter((name) => name !== '__esModule'));
      found.set(request, { names, isCommonJs: !isModuleNamespaceObject(module) });
    } catch {
      // What needs a browser tells nothing here.
    }
  }
  return found;
}

/** The export that a path such as `default.useState` or `Children.map` is of, where a default export is the module. */
export function exportAt(path: string): string {
  const [name = ''] = path.replace(/^default\./, '').split('.');
  return name;
}

/** What a build uses of each library and is not there. */
export function missingIn(running: ReadonlyMap<string, Running>, uses: Uses): Missing {
  return new Map(
    Object.entries(uses).map(([request, paths]) => {
      const missing = new Map<string, readonly string[]>();
      const { names, isCommonJs } = running.get(request) ?? {};
      for (const [path, files] of Object.entries(paths)) {
        if (path === 'default' || (path.startsWith('default.') && isCommonJs !== true)) continue;
        const name = exportAt(path);
        if (names?.has(name) === false) missing.set(name, [...(missing.get(name) ?? []), ...files]);
      }
      return [request, missing] as const;
    }),
  );
}
