import { rspack } from '@rspack/core';
import configuration from '../../rspack.config.ts';

/**
 * A global setup of vitest: bundles the service workers as the package's build does, once for all
 * tests of the package. A file whose content is the same is not written again.
 */
export default function setup(): Promise<void> {
  const compiler = rspack(configuration);
  return new Promise((resolve, reject) => {
    compiler.run((error, stats) => {
      compiler.close(() => {
        if (error !== null) reject(error);
        else if (stats?.hasErrors()) reject(new Error(stats.toString('errors-only')));
        else resolve();
      });
    });
  });
}
