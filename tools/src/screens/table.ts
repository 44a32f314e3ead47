/** A sentence of the specification and the tests that prove it. */
export interface Row {
  section: string;
  sentence: string;
  proofs: { file: string; title: string }[];
}

/** Reads the tables of docs/screens.md, in their order. */
export function readTable(markdown: string): Row[] {
  const rows: Row[] = [];
  let section = '';
  for (const line of markdown.split('\n')) {
    if (line.startsWith('## ')) section = line.slice(3);
    const cells = line.startsWith('| ') ? line.split(/(?<!\\)\|/).slice(1, -1) : [];
    const [sentence = '', proofs = ''] = cells.map((cell) => plain(cell.trim()));
    if (sentence === '' || sentence === 'it says' || /^-+$/.test(sentence)) continue;
    rows.push({ section, sentence, proofs: proofs.split('<br>').flatMap(proofOf) });
  }
  return rows;
}

function proofOf(text: string): Row['proofs'] {
  const { file, title } = /^`(?<file>[^`]+)` › (?<title>.+)$/.exec(text.trim())?.groups ?? {};
  return file === undefined || title === undefined ? [] : [{ file, title }];
}

/** Without the backslashes that keep Markdown from reading a sign as its own. */
function plain(cell: string): string {
  return cell.replaceAll(/\\([|*])/g, '$1');
}
