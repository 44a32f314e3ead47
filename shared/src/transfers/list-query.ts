/** Which page of a list a URL asks for, and with which search. */
export interface TransferQuery {
  /** From 1. */
  readonly index: number;
  /** Empty: none. */
  readonly search: string;
}

/** Characters that the ledger service takes. */
export const longestSearch = 200;

/**
 * Reads `?page=` and `?q=`, the only state of a list. A page that is no whole number from 1
 * (`0`, `-1`, `abc`, `1e9`) reads as the first; search text is trimmed and cut to what the service takes.
 */
export function listQueryOf(url: string): TransferQuery {
  const parameters = new URL(url).searchParams;
  const page = parameters.get('page') ?? '';
  return {
    index: /^[1-9]\d{0,8}$/.test(page) ? Number(page) : 1,
    search: (parameters.get('q') ?? '').trim().slice(0, longestSearch),
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
