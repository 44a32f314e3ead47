/** Fewer characters than this have no trigram of their own. */
const trigram = 3;

/** Accents as Latin, Greek and Cyrillic letters have them. Marks of other scripts are letters of their own. */
const accents = /[\u0300-\u036f]/gu;

/** Text as searches see it: without case and accents, and with one space between words. */
export const fold = (text: string): string =>
  text
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(accents, '')
    .normalize('NFC')
    .replaceAll(/\s+/gu, ' ')
    .trim();

/** What a search looks through: every word begins after a space. */
export function searchText(parts: readonly (string | null)[]): string {
  return ` ${fold(parts.filter((part) => part !== null).join(' '))}`;
}

/**
 * An upper bound of everything that begins with a text, in the order of bytes: the text and the
 * last code point.
 */
export const afterAll = (text: string): string => `${text}\u{10ffff}`;

/**
 * Characters of a longer text that the trigram index is asked for: it reads the entries of each
 * trigram.
 */
const probed = 6;
/** How many trigrams of a text are tried at most: each is looked for in a whole sample. */
const mostProbes = 10;

export interface SearchPattern {
  /** The pattern of a LIKE condition. */
  pattern: string;
  /**
   * What the trigram index may be asked for, around each trigram of letters and digits. `rare`, a
   * pattern of the trigram alone, is to find out how often it occurs. `probe`, a pattern of more
   * characters, is what to ask for.
   */
  probes: { rare: string; probe: string }[];
}

/**
 * How to find a search, or null if it names nothing. Three characters or more are found anywhere;
 * fewer only where a word begins, for which the trigram index has entries too.
 */
export function searchPattern(search: string): SearchPattern | null {
  const term = fold(search);
  if (term === '') return null;
  const letters = [...term];
  if (letters.length < trigram) {
    const pattern = `% ${escaped(term)}%`;
    const known = /[\p{L}\p{N}]/u.test(term);
    return { pattern, probes: known ? [{ rare: pattern, probe: pattern }] : [] };
  }
  const part = (from: number, size: number) =>
    `%${escaped(letters.slice(from, from + size).join(''))}%`;
  const probes = letters.flatMap((_, at) => {
    if (!/^[\p{L}\p{N}]{3}$/u.test(letters.slice(at, at + trigram).join(''))) return [];
    const from = Math.max(0, Math.min(at, letters.length - probed));
    return [{ rare: part(at, trigram), probe: part(from, probed) }];
  });
  return { pattern: part(0, letters.length), probes: probes.slice(0, mostProbes) };
}

const escaped = (text: string) => text.replaceAll(/[\\%_]/g, '\\$&');

/** Not seen: zero-width signs, marks of direction, byte order marks, hyphens for the end of a line. */
const unseen = /[\p{DI}\p{Cf}\p{Cc}]/gu;
/** The signs of `unseen`, except those that join parts of words or pictures. */
const unseenAndAlone = /(?!\u200c|\u200d|\p{VS})[\p{DI}\p{Cf}\p{Cc}]/gu;
/** What stands around an id in a text: quotes and brackets, and the end of a sentence. */
const around = /^[\s\p{Pi}\p{Pf}\p{Ps}\p{Pe}'"`´]+|[\s\p{Pi}\p{Pf}\p{Ps}\p{Pe}'"`´.,;:!?…]+$/gu;

/**
 * The texts to search for, in the order to try until one finds something: as typed, then without
 * what came along when it was copied.
 */
export function searchesFor(text: string): [string, ...string[]] {
  const typed = text.trim();
  const cleaned = [unseenAndAlone, unseen].map((what) =>
    text.replaceAll(/\s+/gu, ' ').replaceAll(what, '').replaceAll(around, ''),
  );
  return [typed, ...new Set(cleaned.filter((one) => one !== '' && one !== typed))];
}
