import { rspack } from '@rspack/core';
import { runBundler } from '@tallystick/build/run-bundler';
import configuration from '../../rspack.config.ts';

/**
 * A global setup of vitest: bundles the service workers as the package's build does, once for all
 * tests of the package. A file whose content is the same is not written again.
 */
export default function setup(): Promise<void> {
  return runBundler(rspack(configuration));
}
