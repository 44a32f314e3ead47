import { type Configuration, SwcJsMinimizerRspackPlugin } from '@rspack/core';
import { typescriptRule } from '@tallystick/build/typescript-rule';

/**
 * The two service workers that the site server has for `/keeper.js`. Each is one script, as not every browser loads a
 * worker that is a module. Their names have no hash: browsers look for a new worker at the address of the old one. The
 * server tells versions apart by `etag`.
 */
const configuration: Configuration = {
  context: import.meta.dirname,
  mode: 'production',
  target: ['webworker', 'es2022'],
  entry: {
    'offline-cache': './src/offline-cache/worker/worker.ts',
    unregister: './src/offline-cache/worker/unregister.ts',
  },
  output: { path: `${import.meta.dirname}/dist`, filename: '[name].js' },
  module: {
    rules: [typescriptRule],
  },
  optimization: { minimizer: [new SwcJsMinimizerRspackPlugin()] },
  performance: false,
};

export default configuration;
