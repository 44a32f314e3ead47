import type { Io, Tone } from '../io.ts';

/** A cell of a table: text, perhaps with a tone. */
export type Cell = string | { text: string; tone: Tone };

/** Lines of a table with a heading; columns that hold only numbers stand to the right. */
export function table(
  heading: readonly string[],
  rows: readonly Cell[][],
  io: Pick<Io, 'paint'>,
): string {
  const all: Cell[][] = [heading.map((text) => ({ text, tone: 'quiet' })), ...rows];
  const widths = heading.map((_, column) =>
    Math.max(...all.map((row) => textOf(row[column]).length)),
  );
  const numeric = heading.map((_, column) =>
    rows.every((row) => /^[+-]?[\d.,]* ?(?:%|B|KB|MB)?$/.test(textOf(row[column]))),
  );
  return all
    .map((row) =>
      row
        .map((cell, column) => {
          const text = textOf(cell);
          const width = widths[column] ?? 0;
          const space = ' '.repeat(width - text.length);
          const shown = typeof cell === 'string' ? cell : io.paint(cell.tone, cell.text);
          if (numeric[column]) return space + shown;
          return column === row.length - 1 ? shown : shown + space;
        })
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

function textOf(cell: Cell | undefined): string {
  return typeof cell === 'object' ? cell.text : (cell ?? '');
}
