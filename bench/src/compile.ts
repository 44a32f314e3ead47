import { type Configuration, rspack } from '@rspack/core';

/** @throws Error with the bundler's words. */
export function compile(configuration: Configuration): Promise<void> {
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
