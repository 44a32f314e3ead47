import { describe, expect, it } from 'vitest';
import { listQueryOf, searchOf } from './list-query.ts';

const site = 'http://localhost:4000/transfers';

describe('listQueryOf', () => {
  it('reads page and search', () => {
    expect(listQueryOf(`${site}?page=3560&q=otc-35`)).toEqual({
      index: 3560,
      search: 'otc-35',
      filters: {},
    });
    expect(listQueryOf(site)).toEqual({ index: 1, search: '', filters: {} });
  });

  it.each(['0', '-1', 'abc', '1e9', '1.5', '', ' 2', '01', '1000000000', '٣'])(
    'takes page %j for the first',
    (page) => {
      expect(listQueryOf(`${site}?page=${encodeURIComponent(page)}`).index).toBe(1);
    },
  );

  it('takes no control character of a search', () => {
    expect(listQueryOf(`${site}?q=%00`).search).toBe('');
    expect(listQueryOf(`${site}?q=a%00d%0Aa`).search).toBe('ada');
  });

  it('trims a search and cuts it to 200 characters', () => {
    expect(listQueryOf(`${site}?q=%20ada%20`).search).toBe('ada');
    expect(listQueryOf(`${site}?q=${'x'.repeat(300)}`).search).toBe('x'.repeat(200));
  });
});

describe('searchOf', () => {
  it('writes what listQueryOf reads', () => {
    const filters = {};
    expect(searchOf({ index: 1, search: '', filters })).toBe('');
    expect(searchOf({ index: 2, search: '', filters })).toBe('?page=2');
    expect(searchOf({ index: 2, search: 'a&b=c %', filters })).toBe('?page=2&q=a%26b%3Dc+%25');
    expect(listQueryOf(`${site}?page=2&q=a%26b%3Dc+%25`)).toEqual({
      index: 2,
      search: 'a&b=c %',
      filters,
    });
  });
});
