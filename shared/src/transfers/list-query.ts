import { type ActivityRange, activityRanges } from '../contracts/activity-ranges.ts';
import type { ListFilters } from '../contracts/list-filters.ts';
import { filtersOf, isFiltered, searchText, writeFilters } from './list-filters.ts';

/** What is asked of a list: which of its transfers. */
export interface Question {
  /** Empty: none. */
  readonly search: string;
  readonly filters: ListFilters;
}

/** Which page of a list a URL asks for, and with which search and filters. */
export interface TransferQuery extends Question {
  /** Number of the page, from 1. */
  readonly index: number;
  /** What the chart beside the list counts; undefined: nobody chose. It is kept as the list changes. */
  readonly range?: ActivityRange | undefined;
}

/** The page that a text names: a whole number from 1, of at most nine digits, as it is written; else null. */
export function pageNamed(text: string): number | null {
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null;
}

/**
 * Reads `?page=`, `?q=`, the filters and `?range=`, the only state of a list. What names no page (`0`, `-1`,
 * `abc`, `1e9`) reads as the first.
 */
export function listQueryOf(url: string): TransferQuery {
  const parameters = new URL(url).searchParams;
  const range = activityRanges.find((each) => each === parameters.get('range'));
  return {
    index: pageNamed(parameters.get('page') ?? '') ?? 1,
    search: searchText(parameters.get('q') ?? ''),
    filters: filtersOf(parameters),
    ...(range && { range }),
  };
}

/** The query string of a page: `?page=2&q=ada&status=6`; empty for the first page of the whole list. */
export function searchOf({ index, search, filters, range }: TransferQuery): string {
  const parameters = new URLSearchParams();
  if (index > 1) parameters.set('page', String(index));
  if (search) parameters.set('q', search);
  writeFilters(parameters, filters);
  if (range) parameters.set('range', range);
  const text = parameters.toString().replaceAll('%2C', ',');
  return text && `?${text}`;
}

/** Whether both ask for the same transfers. */
export function sameQuestion(one: Question, other: Question): boolean {
  return questionText(one) === questionText(other);
}

const questionText = ({ search, filters }: Question) => searchOf({ index: 1, search, filters });

/** Whether it asks for the whole list. */
export function asksForAll({ search, filters }: Question): boolean {
  return search === '' && !isFiltered(filters);
}
