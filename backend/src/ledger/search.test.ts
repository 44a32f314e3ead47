import { describe, expect, it } from 'vitest';
import { searchPattern, searchText } from './search.ts';

describe('searchText', () => {
  it('puts a space before every word and takes case and accents away', () => {
    expect(searchText(['B8 40', null, 'Ärzte\n  Verein'])).toBe(' b8 40 arzte verein');
  });
});

describe('searchPattern', () => {
  const one = (rare: string, probe = rare) => ({ rare, probe });
  it.each([
    ['', null],
    ['  \t', null],
    ['Rat', { pattern: '%rat%', probes: [one('%rat%')] }],
    ['RA', { pattern: '% ra%', probes: [one('% ra%')] }],
    ['🌍🌍', { pattern: '% 🌍🌍%', probes: [] }],
    ['100%', { pattern: '%100\\%%', probes: [one('%100%', '%100\\%%')] }],
    ['%_\\', { pattern: '%\\%\\_\\\\%', probes: [] }],
    ['a  two ', { pattern: '%a two%', probes: [one('%two%', '%a two%')] }],
    [
      'abcdefg',
      {
        pattern: '%abcdefg%',
        probes: [
          one('%abc%', '%abcdef%'),
          one('%bcd%', '%bcdefg%'),
          one('%cde%', '%bcdefg%'),
          one('%def%', '%bcdefg%'),
          one('%efg%', '%bcdefg%'),
        ],
      },
    ],
    ['a — — — — —', { pattern: '%a — — — — —%', probes: [] }],
  ])('%j', (search, pattern) => {
    expect(searchPattern(search)).toEqual(pattern);
  });
});
