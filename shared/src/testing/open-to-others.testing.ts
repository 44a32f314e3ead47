import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** The folder and all below it that its group or other users may read, change or enter, with its mode. */
export function openToOthers(folder: string): string[] {
  const below = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return ['', ...below].flatMap((name) => {
    const mode = lstatSync(join(folder, name), { throwIfNoEntry: false })?.mode ?? 0;
    return (mode & 0o077) === 0 ? [] : [`${name} ${(mode & 0o777).toString(8)}`];
  });
}
