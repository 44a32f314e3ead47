import { describe, expect, it } from 'vitest';
import { searchPattern, searchText } from './search.ts';

describe('searchText', () => {
  it('puts a space before every word and takes case away', () => {
    expect(searchText(['B8 40', null, 'Ärzte\n  Verein'])).toBe(' b8 40 ärzte verein');
  });
});

describe('searchPattern', () => {
  it.each([
    ['', null],
    ['  \t', null],
    ['Rat', { pattern: '%rat%', indexed: true }],
    ['RA', { pattern: '% ra%', indexed: true }],
    ['🌍🌍', { pattern: '% 🌍🌍%', indexed: false }],
    ['100%', { pattern: '%100\\%%', indexed: true }],
    ['%_\\', { pattern: '%\\%\\_\\\\%', indexed: false }],
    ['two   words ', { pattern: '%two words%', indexed: true }],
  ])('%j', (search, pattern) => {
    expect(searchPattern(search)).toEqual(pattern);
  });
});
