/** What stands for what was taken out. */
const taken = '…';

/** What may be somebody's, in this order; what a rule has put in its place, no later one takes. */
const rules: readonly (readonly [RegExp, string])[] = [
  [/[\s\p{Cc}\p{Cf}]+/gu, ' '],
  // Of an address who calls, its search and its fragment. React numbers its errors with `#`.
  [/\/\/[^\s/@]{1,99}@/g, '//'],
  [/[?#](?!\d{1,4}\b)[\w%][^\s"'`)]*/g, taken],
  // An e-mail address, also as an address has it.
  [/[^\s"'`<>()@,;:]{1,64}(?:(?:@|%40)[^\s"'`<>()@,;:]+)+/gi, taken],
  // A quoted text, but a word: what a program names, such as a property.
  [/"(?![A-Za-z_$][\w$]{0,30}")[^"].*"/g, `"${taken}"`],
  [/(['`])(?![A-Za-z_$][\w$]{0,30}\1).*?\1/g, `'${taken}'`],
  // Codes, tokens, ids: words with a digit, numbers in groups, long numbers, long words.
  // Looked for from the beginning of a word alone: from each place in it that takes the square of its length.
  [/(?<![\w+=~-])(?=[\w+=~-]*\d)[\w+=~-]{6,}/g, taken],
  [/\p{Nd}[\p{Nd} ().,/:+-]{2,}\p{Nd}/gu, taken],
  [/\p{Nd}{4,}/gu, taken],
  [/[\w+=~-]{33,}/g, taken],
];

/**
 * Takes out of an error's message what may be of a person: e-mail addresses, codes, tokens, ids, long numbers,
 * searches and fragments of addresses, quoted texts. Names in a sentence stay: nothing tells them from
 * other words. Twice is the same as once.
 */
export function scrub(text: string): string {
  return rules.reduce((left, [what, instead]) => left.replace(what, instead), text).trim();
}
