import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The folder and all below it that its group or other users may read, change or list, with its mode. Folders that they
 * may only go through are not among them: where this is root, PostgreSQL goes through some to its own.
 */
export function openToOthers(folder: string): string[] {
  const below = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return ['', ...below].flatMap((name) => {
    const stats = lstatSync(join(folder, name), { throwIfNoEntry: false });
    const forbidden = stats?.isDirectory() ? 0o066 : 0o077;
    const mode = stats?.mode ?? 0;
    return (mode & forbidden) === 0 ? [] : [`${name} ${(mode & 0o777).toString(8)}`];
  });
}
