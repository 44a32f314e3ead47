import { describe, expect, it } from 'vitest';
import { lastPage, rangeLabel } from './range-label.ts';

describe('rangeLabel', () => {
  it.each([
    [1, 35_592, '1 - 10 of 35,592'],
    [2, 35_592, '11 - 20 of 35,592'],
    [3_560, 35_592, '35,591 - 35,592 of 35,592'],
    [1, 10, '1 - 10 of 10'],
    [1, 1, '1 - 1 of 1'],
    [1, 0, '0 - 0 of 0'],
    [4, 30, '0 - 0 of 30'],
  ])('page %i of %i reads %s', (index, count, label) => {
    expect(rangeLabel(index, count)).toBe(label);
  });

  it('says that there may be more', () => {
    expect(rangeLabel(2, 1_686, true)).toBe('11 - 20 of 1,686 or more');
  });
});

describe('lastPage', () => {
  it.each([
    [0, 1],
    [1, 1],
    [10, 1],
    [11, 2],
    [35_592, 3_560],
  ])('%i rows end on page %i', (count, page) => {
    expect(lastPage(count)).toBe(page);
  });
});
