import type { Limits } from '../contract/app-settings.ts';
import { type Refusal, refusal } from '../contract/problem.ts';

/** Refuses a build of more files or bytes than its app may have. `sizes`: bytes of each file. */
export function largerThanLimit(
  app: string,
  build: string,
  sizes: readonly number[],
  { files, bytes }: Limits,
): Refusal | null {
  const size = sizes.reduce((sum, one) => sum + one, 0);
  if (sizes.length > files) {
    return tooLarge(
      `${app} ${build} has ${sizes.length} files or more, the limit of ${app} is ${files}`,
      `settings ${app} --files N`,
    );
  }
  if (size > bytes) {
    return tooLarge(
      `${app} ${build} has ${say(size)} bytes or more, the limit of ${app} is ${say(bytes)}`,
      `settings ${app} --bytes N`,
    );
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
