import { markdownTable, textTable } from '@tallystick/e2e/src/house/tables.ts';
import type { Fault } from '../faults/fault.ts';
import type { Outcome } from './outcome.ts';
import { writtenRows } from './written-rows.ts';

/** For a terminal; what is wrong stands below its line. */
export function faultLines(outcomes: readonly Outcome[]): string {
  const [header = '', ...lines] = textTable([
    ['fault', 'what broke', 'what people saw', 'to recover'],
    ...outcomes.map(({ name, broke, saw, recovered }) => [name, broke, saw, recovered]),
  ]);
  const wrong = (place: number) => outcomes[place]?.wrong.map((what) => `    WRONG: ${what}`) ?? [];
  return [header, ...lines.flatMap((line, place) => [line, ...wrong(place)])].join('\n');
}

/**
 * docs/chaos.md.
 *
 * @param written the document before: what it says of faults that were not injected now stays
 */
export const faultDocument = (
  faults: readonly Pick<Fault, 'name'>[],
  outcomes: readonly Outcome[],
  written: string,
): string => `# Faults, and what people saw

Written by \`npm run chaos -- --write\`: every fault was injected for real, and a browser watched. 'To recover' is from the end of the
fault until the page was there, with 'Try again' pressed where it is offered; 0 s: the page went on by itself. Seconds are of a small
machine ([decision 42](decisions/0042-the-chaos-suite.md)).

${faultTable(faults, outcomes, written)}
`;

/** Its table. */
export function faultTable(
  faults: readonly Pick<Fault, 'name'>[],
  outcomes: readonly Outcome[],
  written: string,
): string {
  const rows = writtenRows(written);
  return markdownTable(
    ['fault', 'what it is', 'what broke', 'what people saw', 'to recover'],
    faults.flatMap(({ name }) => {
      const outcome = outcomes.find((one) => one.name === name);
      const cells = outcome === undefined ? rows.get(name) : cellsOf(outcome);
      return cells === undefined ? [] : [[`\`${name}\``, ...cells]];
    }),
  );
}

function cellsOf({ what, broke, saw, recovered, wrong }: Outcome): string[] {
  const problems = wrong.length === 0 ? broke : `${broke}; **${wrong.join('; ')}**`;
  return [what, problems, saw, recovered];
}
