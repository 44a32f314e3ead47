/**
 * Characters that are invisible, reverse the text after them, or control a terminal. These are default-ignorable,
 * format and control characters, and separators of lines. Joiners and variation selectors are left out, because words
 * and emoji need them, and so are tabs and ends of lines.
 */
const unseen = /(?!\t|\r?\n|\u200c|\u200d|\p{VS})[\p{DI}\p{Cc}\p{Cf}\u2028\u2029]/gu;

/**
 * A text with its invisible characters shown as `⟨U+202E⟩`, for names that anybody can choose and others read.
 * It is the same text if there are none.
 */
export function visible(text: string): string {
  return text.replace(unseen, (character) => {
    const code = character.codePointAt(0) ?? 0;
    return `⟨U+${code.toString(16).toUpperCase().padStart(4, '0')}⟩`;
  });
}

/** JSON with the same characters escaped: it parses to the same values, and all of it is visible. */
export function visibleInJson(json: string): string {
  const escaped = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return json.replace(unseen, (character) => character.split('').map(escaped).join(''));
}
