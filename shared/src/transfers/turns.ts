import { pageSize } from '../contracts/page-size.ts';
import { lastPage } from '../format/range-label.ts';
import { pageNamed, sameQuestion, type TransferQuery } from './list-query.ts';
import type { TransferPage } from './merge.ts';

/** A way to another page of a list. */
export interface Turn {
  /** The page to which it leads or, if it rests, the page that is asked for. */
  readonly index: number;
  /** There is no way on in this direction. */
  readonly rests: boolean;
}

/**
 * The ways from the page that is asked for to others, by what is known of the list from the page that
 * is shown. Next rests on a page with fewer rows than a full one.
 */
export function turnsOf(
  query: TransferQuery,
  shown: Pick<TransferPage, 'index' | 'search' | 'filters' | 'count' | 'list'> | null,
) {
  const { index } = query;
  const known = shown && sameQuestion(shown, query) ? shown : null;
  const end = known ? lastPage(known.count) : null;
  const isShort = known?.index === index && known.list.length < pageSize;
  const atEnd = end === null || index >= end || isShort;
  const to = (page: number, rests: boolean): Turn => ({ index: rests ? index : page, rests });
  return {
    first: to(1, index === 1),
    // From a page past the end, this leads back to the last page.
    previous: to(Math.min(index - 1, end ?? index), index === 1),
    next: to(index + 1, atEnd),
    last: to(end ?? index, atEnd),
    /** Number of the last page; null while the length of the list is not known. */
    end,
  };
}

/** The page that somebody wrote, at most the last one; null if they wrote none. */
export function pageWritten(text: string, end: number | null): number | null {
  const page = pageNamed(text.trim());
  return page && Math.min(page, end ?? page);
}
