import { existsSync } from 'node:fs';
import { join } from 'node:path';
import {
  DefinePlugin,
  type ModuleOptions,
  type RspackPluginInstance,
  rspack,
  SwcJsMinimizerRspackPlugin,
} from '@rspack/core';
import { artifactBase } from '@tallystick/contract/read-release';
import { serverEntryFile } from '@tallystick/contract/server-entry';
import type { App } from './app.ts';
import { definitions } from './definitions.ts';
import { runBundler } from './run-bundler.ts';
import { alsoCompiledIn } from './sbom/packages-in.ts';
import { shellEntries } from './shell-entries.ts';
import { singletonsOf } from './singletons.ts';

/**
 * Compiles an app's pages once more, for the site server, which renders the first HTML with them.
 * It is one CommonJS file without chunks, styles and Node's own modules. A remote's has the same
 * routes as the browser's and takes each singleton from who loads it, so that there is one React.
 * The shell's brings the singletons.
 *
 * @param module how the app's sources are read; its class names are those of the browser's build
 * @param mapped what writes its source map, if there is to be one
 */
export function serverEntry(
  { folder, name, declaration }: App,
  module: ModuleOptions,
  buildId: string,
  mapped: readonly RspackPluginInstance[],
): RspackPluginInstance {
  const { generator, parser } = module;
  const entry = declaration === null ? shellEntries(folder).server : './src/routes.tsx';
  return {
    apply(compiler) {
      const { hooks, options } = compiler;
      if (entry.startsWith('./') && !existsSync(join(folder, entry))) return;
      // After the other files, because writing those empties the folder.
      hooks.afterEmit.tapPromise('server-entry', async ({ outputOptions }) => {
        const server = rspack({
          context: folder,
          mode: 'production',
          target: ['node', 'es2022'],
          entry,
          output: {
            path: outputOptions.path ?? '',
            filename: serverEntryFile,
            publicPath: artifactBase(name, buildId),
            uniqueName: options.output.uniqueName ?? '',
            hashFunction: 'xxhash64',
            asyncChunks: false,
            library: { type: 'commonjs2' },
          },
          resolve: options.resolve,
          module: {
            ...module,
            // A server has no address that others would be relative to.
            parser: { ...parser, javascript: { ...parser?.javascript, url: 'relative' } },
            // Only the names of classes and files: the files are in the browser's build.
            generator: {
              ...generator,
              'asset/resource': { emit: false },
              'css/auto': { ...generator?.['css/auto'], exportsOnly: true },
            },
          },
          externalsType: 'commonjs',
          externals: [
            // The identity SDK is for who signs in, in a browser.
            /^firebase\//,
            ...(declaration === null ? [] : [singletonsIn(folder)]),
          ],
          optimization: {
            moduleIds: 'natural',
            // Removes what nobody uses. Names stay, so that errors are readable.
            minimizer: [new SwcJsMinimizerRspackPlugin({ minimizerOptions: { mangle: false } })],
          },
          performance: false,
          plugins: [new DefinePlugin(definitions(buildId)), ...mapped],
        });
        await runBundler(server, (compilation) => alsoCompiledIn(compiler, compilation));
      });
    },
  };
}

/** The singleton that an import is of, by its name or by its file. */
function singletonsIn(folder: string) {
  const requests = new Map<string, string>();
  for (const { request, file } of singletonsOf(folder)) {
    requests.set(request, request);
    if (file !== null) requests.set(file, request);
  }
  return async ({ context = '', request = '' }): Promise<string | undefined> =>
    requests.get(request.startsWith('.') ? join(context, request) : request);
}
