import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** Path of rspack's command, of the version that comes with this preset. */
export function rspackCommand(): string {
  const require = createRequire(import.meta.url);
  return join(dirname(require.resolve('@rspack/cli/package.json')), 'bin', 'rspack.js');
}
