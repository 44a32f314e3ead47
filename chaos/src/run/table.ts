import { markdownTable, textTable } from '@tallystick/e2e/src/house/tables.ts';
import type { Outcome } from './outcome.ts';

/** For a terminal; what is wrong stands below its line. */
export function faultLines(outcomes: readonly Outcome[]): string {
  const [header = '', ...lines] = textTable([
    ['fault', 'what broke', 'what people saw', 'to recover'],
    ...outcomes.map(({ name, broke, saw, recovered }) => [name, broke, saw, recovered]),
  ]);
  const wrong = (place: number) => outcomes[place]?.wrong.map((what) => `    WRONG: ${what}`) ?? [];
  return [header, ...lines.flatMap((line, place) => [line, ...wrong(place)])].join('\n');
}

/** For docs/chaos.md. */
export function faultTable(outcomes: readonly Outcome[]): string {
  return markdownTable(
    ['fault', 'what it is', 'what broke', 'what people saw', 'to recover'],
    outcomes.map(({ name, what, broke, saw, recovered, wrong }) => [
      `\`${name}\``,
      what,
      wrong.length === 0 ? broke : `${broke}; **${wrong.join('; ')}**`,
      saw,
      recovered,
    ]),
  );
}
