import type { Board } from '@tallystick/registry/contract/board';
import { comparisonWords, splitWords } from '@tallystick/registry/contract/comparison-words';
import type { Io } from '../io.ts';

/** How canaries do beside the live builds, and whether the split between both is broken. */
export function besideLines(
  { canaryComparisons = [] }: Pick<Board, 'canaryComparisons'>,
  io: Io,
): string[] {
  return canaryComparisons.flatMap(({ app, build, split, ...beside }) => [
    `${io.paint(beside.low > 0 ? 'warn' : 'quiet', 'canary')} ${app} ${build}: ${comparisonWords(beside)} than of the live build`,
    ...(split === null
      ? []
      : [`${io.paint('warn', 'split')} ${app} ${build}: ${splitWords(split)}`]),
  ]);
}
