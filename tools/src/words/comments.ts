/** A comment, its lines joined; `line` is that of its beginning, from 1. */
export interface Comment {
  line: number;
  text: string;
}

const start = /^\s*(?:\/\/|\/\*\*?|\*(?!\/))\s?/;

/** Comments that have lines of their own, as Biome formats them. One after code, and tags' names, are left out. */
export function commentsOf(source: string): Comment[] {
  const found: Comment[] = [];
  let open: Comment | undefined;
  for (const [at, line] of source.split('\n').entries()) {
    if (!start.test(line) && !/^\s*\*\//.test(line)) {
      open = undefined;
      continue;
    }
    if (open === undefined) {
      open = { line: at + 1, text: '' };
      found.push(open);
    }
    const text = line.replace(start, '').replace(/\s*\*\/\s*$/, '');
    // A blank line ends a sentence, and so does a tag or an item of a list.
    const apart = text === '' || /^(@|- |\d+\. )/.test(text);
    open.text += apart ? `\n${text}` : ` ${text}`;
    if (/\*\/\s*$/.test(line)) open = undefined;
  }
  return found;
}
