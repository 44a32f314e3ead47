/** Characters and lines of one page, with its calls: beyond them a process only keeps the site server busy. */
const ofPage = { characters: 2_000_000, lines: 60 };
/** Pages for which it is saved up. */
const maxSaved = 4;

/** Bounds how much a process that runs builds may say: so much for each page that it is asked for. */
export function openQuota() {
  let characters = ofPage.characters;
  let lines = ofPage.lines;
  return {
    /** It is asked for a page. */
    renew(): void {
      characters = Math.min(characters + ofPage.characters, maxSaved * ofPage.characters);
      lines = Math.min(lines + ofPage.lines, maxSaved * ofPage.lines);
    },
    /** Whether it may say this. */
    take(saidCharacters: number, saidLines: number): boolean {
      characters -= saidCharacters;
      lines -= saidLines;
      return characters >= 0 && lines >= 0;
    },
  };
}
