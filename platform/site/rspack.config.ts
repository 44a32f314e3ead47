import { type Configuration, SwcJsMinimizerRspackPlugin } from '@rspack/core';
import { typescriptRule } from '@tallystick/build/typescript-rule';

/**
 * The two service workers that the site server has for `/keeper.js`, each as one script: not every
 * browser loads a worker that is a module. Their names carry no hash, since browsers look for a new
 * worker at the address of the old one; the server tells versions apart by `etag`.
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
