import { createHash } from 'node:crypto';
import { readFileSync, realpathSync } from 'node:fs';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ModuleOptions, RuleSetRule } from '@rspack/core';
import { filesBelow } from '@tallystick/contract/file-hashes';
import { sitePackages } from '@tallystick/contract/site-packages';
import { type App, exposedFiles } from './app.ts';
import { alsoCompiledIn } from './sbom/packages-in.ts';

const ownLoader = (name: string) =>
  fileURLToPath(new URL(`./${name}${extname(import.meta.url)}`, import.meta.url));

/**
 * How an app's sources are read: TypeScript with JSX, and CSS modules. `refresh`: components can be replaced in a
 * page. Class names carry a hash of their sheet; those of packages, and of a working copy, `mark`. So a class never
 * means two things in one page.
 */
export function moduleRules(app: App, mark: string, refresh: boolean): ModuleOptions {
  return {
    parser: { 'css/auto': { namedExports: false }, javascript: { worker: false } },
    generator: { 'css/auto': { localIdentName: `${app.name}-${mark}-[local]-[hash:6]` } },
    rules: [
      {
        test: /\.tsx?$/,
        dependency: { not: ['url'] },
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
      { test: /\.(?:avif|gif|ico|jpe?g|png|svg|webp|woff2)$/, type: 'asset/resource' },
      {
        test: /\.(?:m?js|ts)$/,
        dependency: 'url',
        loader: ownLoader('worker-loader'),
        options: { compiledIn: alsoCompiledIn },
        type: 'asset/resource',
        generator: { filename: '[hash].js' },
      },
      ...(refresh ? [] : stableClassNames(app)),
      {
        resource: exposedFiles(app).map(([, file]) => join(app.folder, file)),
        loader: ownLoader('stamp-loader'),
        enforce: 'pre',
      },
    ],
  };
}

/**
 * A rule for each style sheet of the app and of the site's packages: names of classes by the sheet's content. So a
 * sheet that did not change is the same in the next build, and a browser needs next to nothing for it. Two builds in
 * one page may share a class: it then means the same in both.
 */
function stableClassNames({ folder, name }: App): RuleSetRule[] {
  const packages = sitePackages(folder).map((pkg) => pkg.folder);
  return [join(folder, 'src'), ...packages].flatMap(sheetsBelow).map((resource) => {
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
