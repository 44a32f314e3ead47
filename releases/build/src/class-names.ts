import { createHash } from 'node:crypto';
import { readFileSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { RuleSetRule } from '@rspack/core';
import { filesBelow } from '@tallystick/shared/release/file-hashes';
import type { App } from './app.ts';

/**
 * A rule for each style sheet of the app and of `@tallystick/shared`: names of classes by the sheet's content. So a
 * sheet that did not change is the same in the next build, and a browser needs next to nothing for it. Two builds in
 * one page may share a class: it then means the same in both.
 */
export function stableClassNames({ folder, name }: App): RuleSetRule[] {
  const { resolve } = createRequire(join(folder, 'package.json'));
  const shared = dirname(resolve('@tallystick/shared/package.json'));
  return [join(folder, 'src'), shared].flatMap(sheetsBelow).map((resource) => {
    const content = createHash('sha256').update(readFileSync(resource)).digest('hex');
    const localIdentName = `${name}-${content.slice(0, 8)}-[local]`;
    // A rule's options are for the type that it names itself.
    return { resource, type: 'css/auto', generator: { localIdentName } };
  });
}

function sheetsBelow(folder: string): string[] {
  // The bundler knows a module by the file that links lead to.
  const home = realpathSync(folder);
  const sheets = filesBelow(home).filter((path) => path.endsWith('.module.css'));
  return sheets.map((path) => join(home, path));
}
