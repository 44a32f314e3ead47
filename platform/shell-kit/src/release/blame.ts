import { shellBuild } from '../federation/shell-build.ts';
import type { Build } from './build.ts';

/**
 * The remote's build whose code stands in an error's stack, or at the address `from` where it was
 * thrown; null: the shell's own code alone, or somebody else's.
 */
export function blamed(error: unknown, from = ''): Build | null {
  const stack = error instanceof Error ? (error.stack ?? '') : '';
  for (const [, app = '', build = ''] of `${stack}\n${from}`.matchAll(
    /\/artifacts\/([^/\s]+)\/([^/\s]+)\//g,
  )) {
    if (build !== shellBuild) return { app, build };
  }
  return null;
}
