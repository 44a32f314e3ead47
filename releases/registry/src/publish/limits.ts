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
  for (const [what, counted, most] of [
    ['files', own, bytes],
    ['source maps', maps, bytes * mapRoom],
  ] as const) {
    if (counted.length > files) {
      return tooLarge(
        `${app} ${build} has ${counted.length} ${what} or more, the limit of ${app} is ${files}`,
        `settings ${app} --files N`,
      );
    }
    const size = counted.reduce((sum, [, one]) => sum + one, 0);
    if (size > most) {
      const of = what === 'files' ? '' : ' of source maps';
      return tooLarge(
        `${app} ${build} has ${say(size)} bytes${of} or more, the limit of ${app} is ${say(most)}`,
        `settings ${app} --bytes N`,
      );
    }
  }
  return null;
}

const say = (bytes: number) => bytes.toLocaleString('en-US');

function tooLarge(problem: string, command: string): Refusal {
  return refusal(
    'oversize',
    `${problem}: make it smaller, or have a manager raise it by "${command}"`,
  );
}
