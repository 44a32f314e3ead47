import type { HistoryPage } from '@tallystick/registry/contract/history';
import { describe, expect, it } from 'vitest';
import { revision } from '../board/board.testing.ts';
import { withNewest, withOlder } from './seen-revisions.ts';

const page = (numbers: readonly number[], next: number | null): HistoryPage => ({
  revisions: numbers.map((number) => ({ ...revision, revision: number })),
  next,
});
const numbers = ({ revisions }: { revisions: readonly { revision: number }[] }) =>
  revisions.map((each) => each.revision);

describe('revisions that were read', () => {
  it('stay below a newer page, and keep their own end', () => {
    const seen = withOlder(page([9, 8, 7], 7), page([6, 5], 5));
    const now = withNewest(seen, page([11, 10, 9], 9));
    expect([numbers(now), now.next]).toEqual([[11, 10, 9, 8, 7, 6, 5], 5]);
  });

  it('are let go where a page does not reach them: there would be a gap', () => {
    const now = withNewest(page([9, 8], 8), page([20, 19], 19));
    expect([numbers(now), now.next]).toEqual([[20, 19], 19]);
  });

  it('begin with the first page, and take an older one once', () => {
    const first = withNewest({ revisions: [], next: null }, page([3, 2], 2));
    expect(numbers(withOlder(withOlder(first, page([1], null)), page([1], null)))).toEqual([
      3, 2, 1,
    ]);
  });
});
