import { basename, dirname } from 'node:path';
import { BannerPlugin, DefinePlugin, rspack } from '@rspack/core';
import { bundleContainer } from '@tallystick/build/bundle-container';
import { runBundler } from '@tallystick/build/run-bundler';
import { typescriptRule } from '@tallystick/build/typescript-rule';

/**
 * Bundles a Node program with all that it imports into one file that runs on Node 20.19 and newer. The container of a
 * working copy is put in as a text: what runs the file has no bundler.
 *
 * @throws Error with the bundler's words.
 */
export async function bundleCommand(entry: string, output: string): Promise<void> {
  const compiler = rspack({
    mode: 'production',
    target: 'node20.19',
    context: dirname(entry),
    entry: { main: entry },
    output: {
      path: dirname(output),
      filename: basename(output),
      module: true,
      chunkFormat: 'module',
      library: { type: 'module' },
    },
    // What the CycloneDX library can use if it is installed, for XML.
    externals: { xmlbuilder2: 'node-commonjs xmlbuilder2' },
    resolve: { extensions: ['.ts', '.js'] },
    module: {
      // One file.
      parser: { javascript: { dynamicImportMode: 'eager' } },
      rules: [typescriptRule],
    },
    // A command's trace should be readable.
    optimization: { minimize: false, splitChunks: false },
    devtool: false,
    plugins: [
      new BannerPlugin({ banner: '#!/usr/bin/env node', raw: true }),
      new DefinePlugin({ BUNDLED_CONTAINER: JSON.stringify(await bundleContainer()) }),
    ],
  });
  await runBundler(compiler);
}
