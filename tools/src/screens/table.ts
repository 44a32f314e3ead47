/** A sentence of the specification and the tests that prove it. */
export interface Row {
  section: string;
  sentence: string;
  proofs: { file: string; title: string }[];
}

/** Reads the lists of docs/screens.md, in their order: `- sentence → proof; proof`. */
export function readTable(markdown: string): Row[] {
  const rows: Row[] = [];
  let section = '';
  for (const line of markdown.split('\n')) {
    if (line.startsWith('## ')) section = line.slice(3);
    if (!line.startsWith('- ')) continue;
    const [sentence = '', proofs = ''] = plain(line.slice(2)).split(' → ');
    rows.push({ section, sentence, proofs: proofsOf(proofs) });
  }
  return rows;
}

/** Each is a file and the title of a test; one without a file is of the file before. */
function proofsOf(text: string): Row['proofs'] {
  const proofs: Row['proofs'] = [];
  for (const proof of text.split(/; (?=(?:`[^`]+` )?› )/)) {
    const named = /^(?:`(?<file>[^`]+)` )?› (?<title>.+)$/.exec(proof)?.groups;
    const file = named?.file ?? proofs.at(-1)?.file;
    const title = named?.title;
    if (file !== undefined && title !== undefined) proofs.push({ file, title });
  }
  return proofs;
}

/** Without the backslashes that keep Markdown from reading a sign as its own. */
function plain(line: string): string {
  return line.replaceAll('\\*', '*');
}
