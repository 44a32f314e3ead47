import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TransferRow } from '../contracts/transfer.ts';
import { lastPage, rangeLabel } from '../format/range-label.ts';
import { listQueryOf, searchOf } from './list-query.ts';
import { pageWritten, turnsOf } from './turns.ts';

// Against a plain model: a list of n rows, cut in pages of ten, that somebody leafs through.

const filters = {};
const row = (item: number): TransferRow => ({
  item: String(item),
  trxn: null,
  stat: 0,
  feat: { form: 'asset', sort: 'transfer' },
  crts: item,
  cred: 'acme',
  debt: 'ada',
});
/** The pages of a list of `count` rows, numbered from 1; an empty list has one, without rows. */
const cut = (count: number): TransferRow[][] => {
  const pages: TransferRow[][] = [[]];
  for (let number = 1; number <= count; number += 1) {
    if (pages.at(-1)?.length === 10) pages.push([]);
    pages.at(-1)?.push(row(number));
  }
  return pages;
};
/** The ways from page `index` of a list once it is shown. */
const leaf = (pages: TransferRow[][], index: number, search = '') => {
  const list = pages[index - 1] ?? [];
  const count = pages.flat().length;
  return turnsOf({ index, search, filters }, { index, search, filters, list, count });
};

const anyCount = fc.oneof(
  fc.nat(60),
  fc.nat(1000),
  fc.nat(60).map((tens) => tens * 10),
);
const anyIndex = fc.oneof(fc.integer({ min: 1, max: 8 }), fc.integer({ min: 1, max: 150 }));
const anySearch = fc
  .oneof(
    fc.string({ unit: 'binary', maxLength: 300 }),
    fc.string({ unit: 'grapheme', maxLength: 300 }),
    fc.string({ unit: fc.constantFrom('&', '=', '+', '%', ' ', '?', '#', 'a'), maxLength: 300 }),
    fc.string({ unit: fc.constantFrom('x', ' ', '\u{1F4B6}'), minLength: 150, maxLength: 300 }),
  )
  .map((text) => text.toWellFormed());

describe('the range of a page', () => {
  it('is the numbers of its first and its last row, and says so of no row that is not there', () => {
    fc.assert(
      fc.property(anyCount, anyIndex, (count, index) => {
        const rows = (cut(count)[index - 1] ?? []).map(({ item }) => item);
        const [first, last, all] = [rows.at(0) ?? 0, rows.at(-1) ?? 0, count].map((number) =>
          Number(number).toLocaleString('en'),
        );
        expect(rangeLabel(index, count)).toBe(`${first} - ${last} of ${all}`);
      }),
    );
  });

  it('ends at the last page, and each row is on one page', () => {
    fc.assert(
      fc.property(anyCount, (count) => {
        expect(lastPage(count)).toBe(cut(count).length);
      }),
    );
  });
});

describe('leafing', () => {
  it('by Next from the first page comes to each row once and rests, by Previous all the way back', () => {
    fc.assert(
      fc.property(anyCount, anySearch, (count, search) => {
        const pages = cut(count);
        const seen: string[] = [];
        let index = 1;
        for (;;) {
          seen.push(...(pages[index - 1] ?? []).map(({ item }) => item));
          const { next } = leaf(pages, index, search);
          if (next.rests) break;
          expect(next.index).toBe(index + 1);
          index = next.index;
        }
        expect(seen).toEqual(pages.flat().map(({ item }) => item));
        let steps = 0;
        for (let { previous } = leaf(pages, index); !previous.rests; steps += 1) {
          index = previous.index;
          ({ previous } = leaf(pages, index));
        }
        expect([index, steps]).toEqual([1, pages.length - 1]);
      }),
    );
  });

  it('leads from any page, also from past the end, only to pages that are there', () => {
    fc.assert(
      fc.property(anyCount, anyIndex, (count, index) => {
        const pages = cut(count);
        const { first, previous, next, last, end } = leaf(pages, index);
        expect(end).toBe(pages.length);
        for (const turn of [first, previous, next, last]) {
          if (turn.rests) expect(turn.index).toBe(index);
          else expect(pages[turn.index - 1]).toBeDefined();
        }
        expect(first.rests).toBe(index === 1);
        expect(previous.rests).toBe(index === 1);
        if (!first.rests) expect(first.index).toBe(1);
        expect(next.rests).toBe(index >= pages.length);
        if (!last.rests) expect(last.index).toBe(pages.length);
      }),
    );
  });

  it('rests on a page with fewer rows than ten, whatever the total has become since', () => {
    fc.assert(
      fc.property(anyIndex, fc.nat(9), anyCount, (index, rows, count) => {
        const list = Array.from({ length: rows }, (_, number) => row(number));
        const { next } = turnsOf(
          { index, search: '', filters },
          { index, search: '', filters, list, count },
        );
        expect(next).toEqual({ index, rests: true });
      }),
    );
  });

  it('goes nowhere but back while the length of the list is not known', () => {
    fc.assert(
      fc.property(anyIndex, anyCount, (index, count) => {
        const other = { index: 1, search: 'another', filters, list: [], count };
        for (const shown of [null, other]) {
          const { next, last, previous } = turnsOf({ index, search: '', filters }, shown);
          expect([next.rests, last.rests]).toEqual([true, true]);
          expect(previous.index).toBe(Math.max(1, index - 1));
        }
      }),
    );
  });
});

/** Whether a text is a page number as it would be written here: found by writing it. */
const names = (text: string) => {
  const number = Number(text);
  return number >= 1 && number <= 999_999_999 && `${Math.trunc(number)}` === text;
};
const strange = [
  ...['0', '-1', '+1', '00', '01', '1.', '1.0', '.5', '1e3', '0x10', '0b1', '1_0', '1,000', ' 1'],
  ...['1 ', '\n1', '\u00a02', '٣', '３', '²', 'Ⅳ', '1\u0000', 'NaN', 'Infinity', 'null', '[2]'],
  ...['999999999', '1000000000', '9007199254740993', '1'.repeat(400), '%32', '2;3', '2&page=3', ''],
];
const anyText = fc.oneof(
  fc.constantFrom(...strange),
  fc.string(),
  fc.string({ unit: 'binary' }),
  fc.string({ unit: fc.constantFrom(...'0123456789'), maxLength: 12 }),
  fc.string({ unit: fc.constantFrom(...'0129.-+eE_ x'), maxLength: 6 }),
  fc.integer().map(String),
  fc.double().map(String),
);

describe('the address of a page', () => {
  const address = 'https://site.test/transfers';

  it('reads back as the page and the search that it was written for', () => {
    fc.assert(
      fc.property(
        fc.oneof(anyIndex, fc.integer({ min: 1, max: 999_999_999 })),
        anySearch,
        (index, typed) => {
          const { search } = listQueryOf(`${address}?q=${encodeURIComponent(typed)}`);
          expect(typed.replaceAll(/\p{Cc}/gu, '').includes(search)).toBe(true);
          expect(search.length).toBeLessThanOrEqual(200);
          expect(listQueryOf(`${address}${searchOf({ index, search, filters })}`)).toEqual({
            index,
            search,
            filters,
          });
        },
      ),
    );
  });

  it('is the plain one for the first page alone, so that each page has one address', () => {
    fc.assert(
      fc.property(anyIndex, anyIndex, (one, other) => {
        const [first, second] = [one, other].map((index) =>
          searchOf({ index, search: '', filters }),
        );
        expect(first === second).toBe(one === other);
        expect(first === '').toBe(one === 1);
      }),
    );
  });

  it('with any ?page= at all reads as the page that it names, and else as the first', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const { index } = listQueryOf(`${address}?${new URLSearchParams({ page: text })}`);
        expect(index).toBe(names(text.toWellFormed()) ? Number(text) : 1);
      }),
      { numRuns: 2000 },
    );
  });

  it('never throws, whatever somebody has made of it by hand', () => {
    fc.assert(
      fc.property(anyText, anyText, (one, other) => {
        const hand = new URL(address);
        hand.search = `?page=${one}&page=${other}&q=${other}&${one}`;
        const { index, search } = listQueryOf(hand.href);
        expect(Number.isInteger(index) && index >= 1 && index <= 999_999_999).toBe(true);
        expect(listQueryOf(`${address}${searchOf({ index, search, filters })}`)).toEqual({
          index,
          search,
          filters,
        });
      }),
    );
  });
});

describe('a page that somebody writes into the field', () => {
  it('is one that is there, or none', () => {
    fc.assert(
      fc.property(anyText, anyCount, (text, count) => {
        const pages = cut(count);
        const page = pageWritten(text, pages.length);
        if (page === null) expect(names(text.trim())).toBe(false);
        else expect(page).toBe(Math.min(Number(text.trim()), pages.length));
      }),
      { numRuns: 1000 },
    );
  });
});
