/** Fewer characters than this have no trigram of their own. */
const trigram = 3;

/** Text as searches see it: without case, and with one space between words. */
const fold = (text: string): string => text.toLowerCase().replaceAll(/\s+/gu, ' ').trim();

/** What a search looks through: every word begins after a space. */
export function searchText(parts: readonly (string | null)[]): string {
  return ` ${fold(parts.filter((part) => part !== null).join(' '))}`;
}

export interface SearchPattern {
  /** For LIKE. */
  pattern: string;
  /** Whether the trigram index can find it; else looking through all rows is faster. */
  indexed: boolean;
}

/**
 * How to find a search, or null if it names nothing. Three characters or more are found anywhere;
 * fewer only where a word begins, for which the trigram index has entries too.
 */
export function searchPattern(search: string): SearchPattern | null {
  const term = fold(search);
  if (term === '') return null;
  const escaped = term.replaceAll(/[\\%_]/g, '\\$&');
  return {
    pattern: [...term].length < trigram ? `% ${escaped}%` : `%${escaped}%`,
    indexed: /[\p{L}\p{N}]/u.test(term),
  };
}
