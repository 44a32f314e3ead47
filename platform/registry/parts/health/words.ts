import { measureNames, milliseconds } from '../../src/contract/comparison-words.ts';
import type { Comparison, Slow, Verdict } from '../../src/contract/health.ts';

type NameOf = (build: string) => string;

/** The figures of a verdict as a sentence or two, for history and for people. */
export function verdictWords(verdict: Verdict, nameOf: NameOf): string {
  const { browsers, failed, networks, kinds, against, chance, seconds, slow } = verdict;
  const beside = againstWords(against, nameOf);
  if (slow !== undefined) return slowWords(slow, beside, seconds);
  const ways = Object.entries(kinds)
    .sort(([, one], [, other]) => other - one)
    .map(([kind, n]) => `${kind} ${n}`);
  return (
    `failed in ${failed} of ${browsers} browsers (${networks} ${networks === 1 ? 'network' : 'networks'}` +
    `${ways.length === 0 ? '' : `; ${ways.join(', ')}`}) within ${seconds} s; ` +
    `${beside} in ${against.failed} of ${against.browsers}; ` +
    `by luck alone at most ${chanceWords(chance)}`
  );
}

function slowWords(
  { measure, ours, theirs, networks, chance }: Slow,
  beside: string,
  seconds: number,
): string {
  return (
    `${measureNames[measure]} ${milliseconds(ours.p75)} at the 75th percentile of ${ours.browsers} browsers ` +
    `(slow in ${networks} networks) within ${seconds} s; ${beside} ` +
    `${milliseconds(theirs.p75)} of ${theirs.browsers}; by luck alone at most ${chanceWords(chance)}`
  );
}

/** What a build was compared with, such as `the live 113bca9`. */
export function againstWords({ what, build }: Comparison, nameOf: NameOf): string {
  if (build === null) return 'expected is a failure';
  const when = { live: 'the live', before: 'the previous build', kept: 'earlier', stated: '' }[
    what
  ];
  return `${when} ${nameOf(build)}`;
}

function chanceWords(chance: number): string {
  if (chance < 1e-9) return '1 in a billion';
  return `1 in ${Math.floor(1 / chance).toLocaleString('en-US')}`;
}
