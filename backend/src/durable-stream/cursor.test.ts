import { describe, expect, it } from 'vitest';
import { cursorAfter } from './cursor.ts';

const start = Date.UTC(2024, 9, 9);

describe('the cursor of a live answer', () => {
  it.each([
    ['grows with time', undefined, 0, start + 60_000, '3'],
    ['grows with what was read', undefined, 7, start + 60_000, '10'],
    ['is beyond the one that was given', '10', 7, start + 60_000, '11'],
    ['does not fall back behind a clock that was ahead', '500', 7, start + 60_000, '501'],
    ['is the same for all at one place', '4', 7, start + 60_000, '10'],
  ])('%s', (_what, given, upTo, now, cursor) => {
    expect(cursorAfter(given, upTo, now)).toBe(cursor);
  });
});
