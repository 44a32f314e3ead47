import { markdownTable } from '@tallystick/e2e/src/house/markdown-table.ts';
import type { Outcome } from './outcome.ts';

const columns = ['fault', 'what broke', 'what people saw', 'to recover'] as const;

function cells({ name, broke, saw, recovered }: Outcome): string[] {
  return [name, broke, saw, recovered];
}

/** For a terminal; what is wrong stands below its line. */
export function textTable(outcomes: readonly Outcome[]): string {
  const rows = [[...columns], ...outcomes.map(cells)];
  const widths = columns.map((_, place) => Math.max(...rows.map((row) => row[place]?.length ?? 0)));
  const line = (row: readonly string[]) =>
    row
      .map((cell, place) => cell.padEnd(widths[place] ?? 0))
      .join('  ')
      .trimEnd();
  return [
    line([...columns]),
    ...outcomes.flatMap((outcome) => [
      line(cells(outcome)),
      ...outcome.wrong.map((what) => `    WRONG: ${what}`),
    ]),
  ].join('\n');
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
