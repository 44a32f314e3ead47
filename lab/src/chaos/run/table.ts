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
 * For docs/chaos.md.
 *
 * @param written the document before: what it says of faults that were not injected now stays
 */
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
