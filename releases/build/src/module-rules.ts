import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ModuleOptions } from '@rspack/core';
import { type App, exposedFiles } from './app.ts';
import { stableClassNames } from './class-names.ts';

const ownLoader = (name: string) =>
  fileURLToPath(new URL(`./${name}${extname(import.meta.url)}`, import.meta.url));

/**
 * How an app's sources are read: TypeScript with JSX, and CSS modules. `refresh`: components can be replaced in a
 * page. Class names carry a hash of their sheet; those of packages, and of a working copy, `mark`. So a class never
 * means two things in one page.
 */
export function moduleRules(app: App, mark: string, refresh: boolean): ModuleOptions {
  return {
    parser: { 'css/auto': { namedExports: false } },
    generator: { 'css/auto': { localIdentName: `${app.name}-${mark}-[local]-[hash:6]` } },
    rules: [
      {
        test: /\.tsx?$/,
        loader: 'builtin:swc-loader',
        options: {
          jsc: {
            parser: { syntax: 'typescript', tsx: true },
            transform: { react: { runtime: 'automatic', development: refresh, refresh } },
          },
        },
        type: 'javascript/auto',
      },
      { test: /\.css$/, type: 'css/auto' },
      ...(refresh ? [] : stableClassNames(app)),
      {
        resource: exposedFiles(app).map(([, file]) => join(app.folder, file)),
        loader: ownLoader('stamp-loader'),
        enforce: 'pre',
      },
    ],
  };
}
