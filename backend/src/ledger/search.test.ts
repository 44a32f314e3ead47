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
    ['Rat', { pattern: '%rat%', probe: '%rat%' }],
    ['RA', { pattern: '% ra%', probe: '% ra%' }],
    ['🌍🌍', { pattern: '% 🌍🌍%', probe: null }],
    ['100%', { pattern: '%100\\%%', probe: '%100\\%%' }],
    ['%_\\', { pattern: '%\\%\\_\\\\%', probe: null }],
    ['two   words ', { pattern: '%two words%', probe: '%wo words%' }],
    ['100% of it', { pattern: '%100\\% of it%', probe: '%0\\% of it%' }],
    ['a — — — — —', { pattern: '%a — — — — —%', probe: null }],
  ])('%j', (search, pattern) => {
    expect(searchPattern(search)).toEqual(pattern);
  });
});
