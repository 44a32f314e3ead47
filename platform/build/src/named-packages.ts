import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { RspackPluginInstance } from '@rspack/core';
import { sitePackageIn, sitePackages } from '@tallystick/contract/site-packages';

/**
 * Refuses a build with code of a site's package that the app in `folder` does not name as a dependency. What the package
 * has once in a page would be in it a second time, and nothing would say so.
 */
export function namedPackages(folder: string): RspackPluginInstance {
  const named = new Set(sitePackages(folder).map(({ name }) => name));
  return {
    apply({ hooks, webpack: { WebpackError } }) {
      hooks.compilation.tap('named-packages', (compilation) => {
        compilation.hooks.finishModules.tap('named-packages', (modules) => {
          const found = new Set(
            [...modules].flatMap((module) => siteOf(module.nameForCondition())),
          );
          for (const name of found) {
            if (named.has(name)) continue;
            const line = `${name} is used, and package.json does not name it: add it to "dependencies"`;
            compilation.errors.push(new WebpackError(line));
          }
        });
      });
    },
  };

  /** The name of the site's package that a file is of. */
  function siteOf(file: string | null | undefined): string[] {
    if (!file || file.startsWith(join(folder, 'src'))) return [];
    return nameAt(dirname(file));
  }
}

const known = new Map<string, string[]>();

function nameAt(folder: string): string[] {
  const before = known.get(folder);
  if (before !== undefined) return before;
  const isLast = existsSync(join(folder, 'package.json')) || dirname(folder) === folder;
  const found = isLast ? sitePackageIn(folder).map(({ name }) => name) : nameAt(dirname(folder));
  known.set(folder, found);
  return found;
}
