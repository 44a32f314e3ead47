import { textTable } from '@tallystick/e2e/src/house/tables.ts';
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
