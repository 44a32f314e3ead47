/** A table in Markdown. */
export function markdownTable(
  header: readonly string[],
  rows: readonly (readonly string[])[],
): string {
  return [header, header.map(() => '---'), ...rows]
    .map((row) => `| ${row.map((text) => text.replaceAll('|', '\\|')).join(' | ')} |`)
    .join('\n');
}
