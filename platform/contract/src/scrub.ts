/** What stands for what was taken out. */
const taken = '…';

/** Personal data and what replaces it, applied in this order. No later rule matches a replacement. */
const rules: readonly (readonly [RegExp, string])[] = [
  [/[\s\p{Cc}\p{Cf}]+/gu, ' '],
  // User and password, query and fragment of a URL. React numbers its errors with `#`, which stay.
  [/\/\/[^\s/@]{1,99}@/g, '//'],
  [/[?#](?!\d{1,4}\b)[\w%][^\s"'`)]*/g, taken],
  // An e-mail address, also URL-encoded.
  [/[^\s"'`<>()@,;:]{1,64}(?:(?:@|%40)[^\s"'`<>()@,;:]+)+/gi, taken],
  // Quoted texts. A single word stays: programs quote names, such as those of properties.
  [/"(?![A-Za-z_$][\w$]{0,30}")[^"].*"/g, `"${taken}"`],
  [/(['`])(?![A-Za-z_$][\w$]{0,30}\1).*?\1/g, `'${taken}'`],
  // Codes, tokens, ids: words with a digit, numbers in groups, long numbers, long words.
  // The first pattern matches only from the beginning of a word: from every place in it the time is quadratic.
  [/(?<![\w+=~-])(?=[\w+=~-]*\d)[\w+=~-]{6,}/g, taken],
  [/\p{Nd}[\p{Nd} ().,/:+-]{2,}\p{Nd}/gu, taken],
  [/\p{Nd}{4,}/gu, taken],
  [/[\w+=~-]{33,}/g, taken],
];

/**
 * Takes possible personal data out of an error's message: e-mail addresses, codes, tokens, ids, and long numbers.
 * Queries and fragments of URLs and quoted texts go as well. Names in a sentence stay, since nothing tells them from
 * other words. It is idempotent.
 */
export function scrub(text: string): string {
  return rules.reduce((left, [what, instead]) => left.replace(what, instead), text).trim();
}
