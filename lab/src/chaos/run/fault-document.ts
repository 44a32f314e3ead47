import { markdownTable } from '@tallystick/e2e/src/house/tables.ts';
import type { Outcome } from './outcome.ts';

/** docs/chaos.md: faults of which people saw the same stand in one row. */
export const faultDocument = (
  outcomes: readonly Outcome[],
): string => `# Faults, and what people saw

Written by \`npm run chaos -- --write\`: every fault was injected for real, and a browser watched. 'To recover' is from the end of the
fault until the page was there, with 'Try again' pressed where it is offered; 0 s: the page went on by itself. Seconds are of a small
machine ([decision 42](decisions/0042-the-chaos-suite.md)). \`npm run chaos -- --list\` says what each fault is; what was found of each
is in \`lab/src/chaos/run/fault-outcomes.json\`.

${faultTable(outcomes)}
`;

/** Its table. */
export function faultTable(outcomes: readonly Outcome[]): string {
  const groups = new Map<string, Outcome[]>();
  for (const outcome of outcomes) {
    const key = likeness(outcome);
    groups.set(key, [...(groups.get(key) ?? []), outcome]);
  }
  return markdownTable(
    ['what people saw', 'what broke', 'to recover', 'faults'],
    [...groups.values()].map((group) => [
      range(group.map(({ saw }) => saw)),
      [...new Set(group.map(broken))].join('; '),
      range(group.map(({ recovered }) => recovered)),
      group.map(({ name }) => `\`${name}\``).join(', '),
    ]),
  );
}

const secondsIn = /\d+\.\d(?= s)/g;
const numbersOf = (text: string) => [...text.matchAll(secondsIn)].map(([number]) => Number(number));

/** The same for outcomes that differ in seconds alone. A wait that people notice is told to the second. */
function likeness(outcome: Outcome): string {
  const longest = Math.max(0, ...numbersOf(outcome.saw));
  const wait = longest < 2.5 ? 0 : Math.round(longest);
  const { saw, recovered } = outcome;
  return [saw, recovered, broken(outcome), wait].join('\n').replaceAll(secondsIn, '');
}

function broken({ broke, wrong }: Outcome): string {
  return wrong.length === 0 ? broke : `${broke}; **${wrong.join('; ')}**`;
}

/** Texts that differ in seconds alone as one, with the least and the most of each. */
function range(texts: readonly string[]): string {
  const all = texts.map(numbersOf);
  let place = -1;
  return (texts[0] ?? '').replaceAll(secondsIn, () => {
    place += 1;
    const seconds = all.map((numbers) => numbers[place] ?? 0);
    const ends = [Math.min(...seconds), Math.max(...seconds)];
    return [...new Set(ends.map((end) => end.toFixed(1)))].join(' to ');
  });
}
