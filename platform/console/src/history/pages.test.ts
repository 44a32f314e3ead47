import { describe, expect, it } from 'vitest';
import { type Page, withNewest, withOlder } from './pages.ts';

const page = (items: readonly number[], next: number | null): Page<number> => ({ items, next });
const self = (item: number) => item;

describe('pages that were read', () => {
  it('stay below a newer page, and keep their own end', () => {
    const seen = withOlder(page([9, 8, 7], 7), page([6, 5], 5), 7);
    const now = withNewest(seen, page([11, 10, 9], 9), self);
    expect([now.items, now.next]).toEqual([[11, 10, 9, 8, 7, 6, 5], 5]);
  });

  it('are let go where a page does not reach them: there would be a gap', () => {
    const now = withNewest(page([9, 8], 8), page([20, 19], 19), self);
    expect([now.items, now.next]).toEqual([[20, 19], 19]);
  });

  it('begin with the first page, and take an older one once', () => {
    const first = withNewest(null, page([3, 2], 2), self);
    const once = withOlder(first, page([1], null), 2);
    expect(withOlder(once, page([1], null), 2)?.items).toEqual([3, 2, 1]);
  });
});
