/** A table in Markdown. */
export function markdownTable(
  header: readonly string[],
  rows: readonly (readonly string[])[],
): string {
  return [header, header.map(() => '---'), ...rows]
    .map((row) => `| ${row.map((text) => text.replaceAll('|', '\\|')).join(' | ')} |`)
    .join('\n');
}

/** The lines of a table for a terminal, one for each row. */
export function textTable(rows: readonly (readonly string[])[]): string[] {
  const widths = rows[0]?.map((_, place) =>
    Math.max(...rows.map((row) => row[place]?.length ?? 0)),
  );
  return rows.map((row) =>
    row
      .map((cell, place) => cell.padEnd(widths?.[place] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}
