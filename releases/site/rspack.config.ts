import { type Configuration, SwcJsMinimizerRspackPlugin } from '@rspack/core';

/**
 * The two service workers that the site server has for `/keeper.js`, each as one script: not every
 * browser loads a worker that is a module. Their names carry no hash, since browsers look for a new
 * worker at the address of the old one; the server tells versions apart by `etag`.
 */
const configuration: Configuration = {
  context: import.meta.dirname,
  mode: 'production',
  target: ['webworker', 'es2022'],
  devtool: false,
  entry: {
    'offline-cache': './src/offline-cache/worker/worker.ts',
    unregister: './src/offline-cache/worker/unregister.ts',
  },
  output: { path: `${import.meta.dirname}/dist`, filename: '[name].js' },
  module: {
    rules: [
      {
        test: /\.ts$/,
        loader: 'builtin:swc-loader',
        options: { jsc: { parser: { syntax: 'typescript' }, target: 'es2022' } },
        type: 'javascript/auto',
      },
    ],
  },
  optimization: { minimizer: [new SwcJsMinimizerRspackPlugin()] },
  performance: false,
};

export default configuration;
