/**
 * Characters that are not seen, turn what follows around, or command a terminal: those that are ignored where they are
 * unknown, format and control characters, separators of lines; not the joiners and variations that words and pictures
 * need, tabs and ends of lines.
 */
const unseen = /(?!\t|\r?\n|\u200c|\u200d|\p{VS})[\p{DI}\p{Cc}\p{Cf}\u2028\u2029]/gu;

/**
 * A text with its unseen characters shown, `⟨U+202E⟩`: for names that anybody can give and others read.
 * The same text if there are none.
 */
export function visible(text: string): string {
  return text.replace(unseen, (character) => {
    const code = character.codePointAt(0) ?? 0;
    return `⟨U+${code.toString(16).toUpperCase().padStart(4, '0')}⟩`;
  });
}

/** JSON with the same characters escaped: the same values, all of them seen. */
export function visibleInJson(json: string): string {
  const escaped = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return json.replace(unseen, (character) => character.split('').map(escaped).join(''));
}
