/** Which page of a list a URL asks for, and with which search. */
export interface TransferQuery {
  /** From 1. */
  readonly index: number;
  /** Empty: none. */
  readonly search: string;
}

/** Characters that the ledger service takes. */
export const longestSearch = 200;

/** The page that a text names: a whole number from 1, of at most nine digits, as it is written; else null. */
export function pageNamed(text: string): number | null {
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null;
}

/** What is searched for a text: trimmed, cut to what the service takes, and no half of a character. */
export function searchText(text: string): string {
  return text
    .trim()
    .slice(0, longestSearch)
    .replace(/[\uD800-\uDBFF]$/, '')
    .toWellFormed()
    .trimEnd();
}

/**
 * Reads `?page=` and `?q=`, the only state of a list. What names no page (`0`, `-1`, `abc`, `1e9`)
 * reads as the first.
 */
export function listQueryOf(url: string): TransferQuery {
  const parameters = new URL(url).searchParams;
  return {
    index: pageNamed(parameters.get('page') ?? '') ?? 1,
    search: searchText(parameters.get('q') ?? ''),
  };
}

/** The query string of a page: `?page=2&q=ada`; empty for the first page without a search. */
export function searchOf({ index, search }: TransferQuery): string {
  const parameters = new URLSearchParams();
  if (index > 1) parameters.set('page', String(index));
  if (search) parameters.set('q', search);
  const text = parameters.toString();
  return text && `?${text}`;
}
