import { pageSize } from '../contracts/page-size.ts';
import { numberText } from './number.ts';

/**
 * `1 - 10 of 35,592`: which rows of how many page `index` (from 1) shows; `or more` follows if it is not known
 * whether these are all. A page past the end, or an empty list, reads `0 - 0 of <count>`.
 */
export function rangeLabel(index: number, count: number, more = false): string {
  const start = (index - 1) * pageSize + 1;
  const end = Math.min(index * pageSize, count);
  const [first, last] = start > end ? [0, 0] : [start, end];
  return `${numberText(first)} - ${numberText(last)} of ${numberText(count)}${more ? ' or more' : ''}`;
}

/** The last page of a list of `count` rows, from 1; an empty list has one page too. */
export function lastPage(count: number): number {
  return Math.max(1, Math.ceil(count / pageSize));
}
