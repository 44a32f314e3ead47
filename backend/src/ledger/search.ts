/** Fewer characters than this have no trigram of their own. */
const trigram = 3;

/** Text as searches see it: without case, and with one space between words. */
export const fold = (text: string): string => text.toLowerCase().replaceAll(/\s+/gu, ' ').trim();

/** What a search looks through: every word begins after a space. */
export function searchText(parts: readonly (string | null)[]): string {
  return ` ${fold(parts.filter((part) => part !== null).join(' '))}`;
}

/** A longer text has more trigrams, and the index reads the entries of each: so many characters do. */
const probed = 8;

export interface SearchPattern {
  /** For LIKE. */
  pattern: string;
  /** What the trigram index is asked for, a part of it; null: nothing that it knows. */
  probe: string | null;
}

/**
 * How to find a search, or null if it names nothing. Three characters or more are found anywhere;
 * fewer only where a word begins, for which the trigram index has entries too.
 */
export function searchPattern(search: string): SearchPattern | null {
  const term = fold(search);
  if (term === '') return null;
  const letters = [...term];
  const pattern = letters.length < trigram ? `% ${escaped(term)}%` : `%${escaped(term)}%`;
  const last = letters.slice(-probed).join('');
  const probe = letters.length <= probed ? pattern : `%${escaped(last)}%`;
  return { pattern, probe: /[\p{L}\p{N}]/u.test(last) ? probe : null };
}

const escaped = (text: string) => text.replaceAll(/[\\%_]/g, '\\$&');
