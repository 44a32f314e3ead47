import type { Board } from '@tallystick/registry/contract/board';
import { besideWords, splitWords } from '@tallystick/registry/contract/comparison-words';
import type { Io } from '../io.ts';

/** How canaries do beside the live builds, and whether the split between both is broken. */
export function besideLines({ besides = [] }: Pick<Board, 'besides'>, io: Io): string[] {
  return besides.flatMap(({ app, build, split, ...beside }) => [
    `${io.paint(beside.low > 0 ? 'warn' : 'quiet', 'canary')} ${app} ${build}: ${besideWords(beside)} than of the live build`,
    ...(split === null
      ? []
      : [`${io.paint('warn', 'split')} ${app} ${build}: ${splitWords(split)}`]),
  ]);
}
