/** What comes after everything that begins with a text, in the order of bytes: the last code point after it. */
export const afterAll = (text: string): string => `${text}\u{10ffff}`;
