import type { Limits } from '../contract/app-settings.ts';
import { isSourceMap } from '../contract/artifact-path.ts';
import { type Refusal, refusal } from '../contract/problem.ts';

/** Source maps count apart, and may have so many times the bytes of the build itself. */
const mapRoom = 2;

/**
 * Refuses a build of more files or bytes than its app may have, or with larger source maps. `sizes`: bytes of
 * each file, by its path.
 */
export function largerThanLimit(
  app: string,
  build: string,
  sizes: ReadonlyMap<string, number>,
  { files, bytes }: Limits,
): Refusal | null {
  const maps = [...sizes].filter(([path]) => isSourceMap(path));
  const own = [...sizes].filter(([path]) => !isSourceMap(path));
  for (const [has, most, what, limit] of [
    [own.length, files, 'files', 'files'],
    [bytesOf(own), bytes, 'bytes', 'bytes'],
    [maps.length, files, 'source maps', 'files'],
    [bytesOf(maps), bytes * mapRoom, 'bytes of source maps', 'bytes'],
  ] as const) {
    if (has <= most) continue;
    const say = (n: number) => (limit === 'bytes' ? n.toLocaleString('en-US') : n);
    const problem = `${app} ${build} has ${say(has)} ${what} or more, the limit of ${app} is ${say(most)}`;
    const way = `make it smaller, or have a manager raise it by "settings ${app} --${limit} N"`;
    return refusal('oversize', `${problem}: ${way}`);
  }
  return null;
}

/** Bytes of files together. */
export function bytesOf(files: readonly (readonly [path: string, bytes: number])[]): number {
  return files.reduce((sum, [, one]) => sum + one, 0);
}
