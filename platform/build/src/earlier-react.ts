import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { type ModuleOptions, type RspackPluginInstance, rspack } from '@rspack/core';
import * as v from 'valibot';
import { runBundler } from './run-bundler.ts';
import { alsoCompiledIn } from './sbom/packages-in.ts';
import { installedVersion } from './singletons.ts';

const name = 'earlier-react';
/** What of a shell is bound to React, if that is more than the kit's own. */
const ownEntry = './src/earlier-react/bundled/bundled.ts';
const kitEntry = '@tallystick/shell-kit/earlier-react/bundled';

/** Modules that know no React: a root of the earlier React has those of the page. */
const ofPage = /-of-page\.ts$|\/jotai\/dist\/vanilla/;

/** What of it builds may share, by what they import. */
const requests = ['react', 'react/jsx-runtime', 'react-dom', 'react-dom/client'];

const packageSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ dependencies: v.optional(v.record(v.string(), v.string()), {}) }),
);

/** The name of a package of React, as the shell in `folder` depends on it beside its own: `react-18`. Null: it has none. */
function earlierPackage(folder: string): string | null {
  const text = readFileSync(join(folder, 'package.json'), 'utf8');
  const names = Object.keys(v.parse(packageSchema, text).dependencies);
  return names.find((one) => /^react-\d+$/.test(one)) ?? null;
}

/** The version of the earlier React whose builds the shell in `folder` hosts; null: it hosts none. */
export function earlierVersion(folder: string): string | null {
  const found = earlierPackage(folder);
  return found === null ? null : installedVersion(folder, found);
}

/** As the federation manifest says of what is shared: the registry lets builds join that need it. */
export function earlierReactShares(folder: string) {
  const version = earlierVersion(folder);
  if (version === null) return [];
  const none = { sync: [], async: [] };
  return requests.map((request) => ({
    id: `shell:${request}@${version}`,
    name: request,
    version,
    singleton: true,
    requiredVersion: `^${version}`,
    assets: { js: none, css: none },
    hash: '',
    deps: [],
    usedIn: [],
    usedExports: [],
    fallback: '',
    fallbackName: '',
    fallbackType: 'global' as const,
  }));
}

/**
 * Bundles React of the major before the page's. The bundle also has a second copy of those parts of
 * the shell and of the site's packages that are bound to React. It is made before the shell is
 * compiled, which takes it as one module. In the shell's own compilation the federation plugin
 * would give all of it the page's React.
 *
 * @param module how the shell's sources are read
 */
export function earlierReact(folder: string, module: ModuleOptions): RspackPluginInstance {
  return {
    apply(compiler) {
      const { hooks, options } = compiler;
      const { resolve } = createRequire(join(folder, 'package.json'));
      const major = earlierPackage(folder)?.replace('react', '') ?? '';
      // One name in every build: the bundler makes names of chunks from it. It is written once, and then compared.
      const path = join(options.output.path ?? '', '..', `.${name}`);
      options.resolve.alias = { [`#${name}`]: join(path, `${name}.js`) };
      hooks.beforeRun.tapPromise(name, async () => {
        const bundling = rspack({
          context: folder,
          mode: 'production',
          target: ['web', 'es2022'],
          entry: { [name]: existsSync(join(folder, ownEntry)) ? ownEntry : kitEntry },
          output: { path, filename: '[name].js', module: true, library: { type: 'module' } },
          module,
          resolve: {
            extensions: ['.ts', '.tsx', '.js'],
            alias: Object.fromEntries(
              requests.map((request) => [
                `${request}$`,
                resolve(request.replace(/^[a-z-]+/, `$&${major}`)),
              ]),
            ),
          },
          externalsType: 'module',
          externals: async ({ context = '', request = '' }) => {
            const path = join(context, request);
            return request.startsWith('.') && ofPage.test(path) ? path : undefined;
          },
          optimization: { minimize: false, moduleIds: 'natural' },
        });
        await runBundler(bundling, (compilation) => alsoCompiledIn(compiler, compilation));
      });
    },
  };
}
