import { existsSync } from 'node:fs';
import { join } from 'node:path';
import {
  type Compiler,
  DefinePlugin,
  type ModuleOptions,
  rspack,
  SwcJsMinimizerRspackPlugin,
} from '@rspack/core';
import { serverEntryFile } from '@tallystick/shared/contracts/server-entry';
import type { App } from './app.ts';
import { definitions } from './definitions.ts';
import { runBundler } from './run-bundler.ts';
import { singletonRequests } from './singletons.ts';

/**
 * Compiles an app's pages once more, into one CommonJS file without chunks, styles and Node's own modules: what
 * the site server renders the first HTML with. A remote's is made of the same routes as the browser's and takes
 * each singleton from who loads it, so that there is one React; the shell's brings them.
 */
export class ServerEntryPlugin {
  readonly #app: App;
  readonly #module: ModuleOptions;
  readonly #buildId: string;

  /** `module`: how the app's sources are read; its class names are those of the browser's build. */
  constructor(app: App, module: ModuleOptions, buildId: string) {
    this.#app = app;
    this.#module = module;
    this.#buildId = buildId;
  }

  apply(compiler: Compiler): void {
    const { folder, declaration } = this.#app;
    const { generator } = this.#module;
    const entry = declaration === null ? './src/server.tsx' : './src/routes.tsx';
    if (!existsSync(join(folder, entry))) return;
    // After the other files: to write them empties the folder.
    compiler.hooks.afterEmit.tapPromise('ServerEntryPlugin', async ({ outputOptions }) => {
      const path = outputOptions.path ?? '';
      const server = rspack({
        context: folder,
        mode: 'production',
        target: ['node', 'es2022'],
        entry,
        output: {
          path,
          filename: serverEntryFile,
          uniqueName: compiler.options.output.uniqueName ?? '',
          hashFunction: 'xxhash64',
          asyncChunks: false,
          library: { type: 'commonjs2' },
        },
        resolve: compiler.options.resolve,
        module: {
          ...this.#module,
          // Class names alone: the styles are in the browser's build.
          generator: {
            ...generator,
            'css/auto': { ...generator?.['css/auto'], exportsOnly: true },
          },
        },
        externalsType: 'commonjs',
        externals: [
          // The identity SDK is for who signs in, in a browser.
          /^firebase\//,
          ...(declaration === null ? [] : singletonRequests),
        ],
        optimization: {
          moduleIds: 'natural',
          // For what nobody uses; names stay, as an error should be readable.
          minimizer: [new SwcJsMinimizerRspackPlugin({ minimizerOptions: { mangle: false } })],
        },
        performance: false,
        plugins: [new DefinePlugin(definitions(this.#buildId))],
      });
      await runBundler(server);
    });
  }
}
