import type { ListFilters } from '../contracts/list-filters.ts';
import { longestSearch } from '../contracts/longest-search.ts';
import { type TransferRow, transferForms } from '../contracts/transfer.ts';
import { utcDay } from '../format/utc-date.ts';

/** The parameters of a page's URL that filter its list. */
const names = ['kind', 'status', 'from', 'to', 'credit', 'debit'] as const;

const day = 86_400_000;

/** Reads the filters of a URL. What is none (`?status=x`, `?from=2026-02-30`) is left out. */
export function filtersOf(parameters: URLSearchParams): ListFilters {
  const [kind, status, from, to, credit, debit] = names.map((name) => parameters.get(name) ?? '');
  return changed(
    {},
    {
      form: transferForms.find((form) => form === kind),
      stat: codesOf(status ?? ''),
      from: dayOf(from),
      to: dayOf(to),
      credit: idOf(credit),
      debit: idOf(debit),
    },
  );
}

/** Writes into `parameters` what `filtersOf` reads. */
export function writeFilters(parameters: URLSearchParams, filters: ListFilters): void {
  const { form, stat, from, to, credit, debit } = filters;
  const values = [form, stat?.join(), from, to, credit, debit];
  for (const [place, name] of names.entries()) {
    const value = values[place];
    if (value) parameters.set(name, value);
  }
}

/** Filters, each of which may be taken away. */
export type Change = { readonly [Name in keyof ListFilters]?: ListFilters[Name] | undefined };

/**
 * The filters after a change, without those that are not set. A day that is the wrong side of the other one takes that
 * away; two that come together change places.
 */
export function changed(filters: ListFilters, change: Change): ListFilters {
  const { form, stat, credit, debit, ...days } = { ...filters, ...change };
  const { from, to } = inOrder(days, change);
  return {
    ...(form && { form }),
    ...(stat && stat.length > 0 && { stat }),
    ...(from && { from }),
    ...(to && { to }),
    ...(credit && { credit }),
    ...(debit && { debit }),
  };
}

type Days = Pick<Change, 'from' | 'to'>;

function inOrder({ from, to }: Days, change: Days): Days {
  if (!(from && to && from > to)) return { from, to };
  if (change.from && change.to) return { from: to, to: from };
  return change.from ? { from } : { to };
}

export function isFiltered(filters: ListFilters): boolean {
  return Object.keys(filters).length > 0;
}

/** How many are set; each status counts. */
export function countFilters({ stat = [], ...rest }: ListFilters): number {
  return stat.length + Object.keys(rest).length;
}

/** Whether a transfer passes all filters, by the same rule as the ledger service. */
export function passes(filters: ListFilters, { feat, stat, crts, cred, debt }: TransferRow) {
  return (
    (filters.form ?? feat.form) === feat.form &&
    (filters.stat?.includes(stat) ?? true) &&
    (filters.from === undefined || crts >= Date.parse(filters.from)) &&
    (filters.to === undefined || crts < Date.parse(filters.to) + day) &&
    (filters.credit ?? cred) === cred &&
    (filters.debit ?? debt) === debt
  );
}

/** A day as people write it in a URL: `2026-01-31`, and no 31st of February. */
export function dayOf(text = ''): string | undefined {
  return text >= '1970' && utcDay(Date.parse(text)) === text ? text : undefined;
}

/**
 * What to search for when somebody types a text. It has no control characters, which no ledger
 * holds and its service refuses. It is trimmed, cut to what the service takes, and ends with no
 * half of a character.
 */
export function searchText(text: string): string {
  return text
    .replaceAll(/\p{Cc}/gu, '')
    .trim()
    .slice(0, longestSearch)
    .replace(/[\uD800-\uDBFF]$/, '')
    .toWellFormed()
    .trimEnd();
}

/** A party's id, likewise. */
export function idOf(text: string | undefined): string | undefined {
  return searchText(text ?? '') || undefined;
}

function codesOf(text: string): readonly number[] {
  const codes = text.split(',').filter((code) => /^\d$/.test(code));
  return [...new Set(codes)].map(Number).toSorted((one, other) => one - other);
}
