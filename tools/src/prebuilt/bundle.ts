import { fileURLToPath } from 'node:url';
import { rspack } from '@rspack/core';
import { runBundler } from '@tallystick/build/run-bundler';
import { inProject, root } from '../project.ts';

/**
 * Bundles servers and commands into `folder`, each by its path there.
 *
 * @throws Error with the bundler's words.
 */
export async function bundlePrograms(
  folder: string,
  programs: Readonly<Record<string, string>>,
): Promise<void> {
  const entry = Object.entries(programs).map(([name, path]) => [name, inProject(path)]);
  const compiler = rspack({
    mode: 'production',
    target: 'node24',
    context: root,
    entry: Object.fromEntries(entry),
    output: {
      path: folder,
      filename: '[name].js',
      // Each file's own folder stands for the tree's root.
      chunkFilename: '[id].chunk.js',
      module: true,
      chunkFormat: 'module',
      chunkLoading: 'import',
      library: { type: 'module' },
    },
    externals: [
      // What pg can use if it is installed.
      { 'pg-native': 'node-commonjs pg-native', 'cloudflare:sockets': 'module cloudflare:sockets' },
      // What the CycloneDX library can use likewise, for XML.
      { xmlbuilder2: 'node-commonjs xmlbuilder2' },
    ],
    externalsType: 'module',
    resolve: { extensions: ['.ts', '.js'] },
    module: {
      parser: { javascript: { importMeta: false, url: false, worker: false } },
      rules: [
        {
          test: /\.ts$/,
          use: [
            {
              loader: 'builtin:swc-loader',
              options: { jsc: { parser: { syntax: 'typescript' }, target: 'es2024' } },
            },
            {
              loader: fileURLToPath(new URL('./as-in-sources.ts', import.meta.url)),
              options: { root },
            },
          ],
          type: 'javascript/auto',
        },
      ],
    },
    // A trace in a log should be readable.
    optimization: { minimize: false },
    devtool: false,
  });
  await runBundler(compiler);
}
