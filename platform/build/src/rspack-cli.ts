import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Path of rspack's command, of the version that comes with this preset. */
export function rspackCommand(): string {
  const require = createRequire(import.meta.url);
  return join(dirname(require.resolve('@rspack/cli/package.json')), 'bin', 'rspack.js');
}

/** Words for that command: the preset's own configuration for an app in `folder` that brings none. */
export function configurationOf(folder: string): string[] {
  if (existsSync(join(folder, 'rspack.config.ts'))) return [];
  const file = new URL(`./default-config${extname(import.meta.url)}`, import.meta.url);
  return ['--config', fileURLToPath(file)];
}
