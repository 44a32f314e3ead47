import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ModuleOptions } from '@rspack/core';
import { type App, exposedFiles } from './app.ts';

const ownLoader = (name: string) =>
  fileURLToPath(new URL(`./${name}${extname(import.meta.url)}`, import.meta.url));

/**
 * How an app's sources are read: TypeScript with JSX, and CSS modules whose class names carry
 * `mark`, so that those of two builds never meet. `refresh`: components can be replaced in a page.
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
      {
        resource: exposedFiles(app).map(([, file]) => join(app.folder, file)),
        loader: ownLoader('stamp-loader'),
        enforce: 'pre',
      },
    ],
  };
}
