import * as v from 'valibot';
import { expect, it } from 'vitest';
import { listFiltersSchema } from './list-filters.ts';

it('takes filters, each of which may be missing', () => {
  const all = {
    form: 'data',
    stat: [0, 9],
    from: '2024-02-29',
    to: '2024-03-01',
    credit: 'c-1',
    debit: 'u-1',
  };
  expect(v.parse(listFiltersSchema, all)).toEqual(all);
  expect(v.parse(listFiltersSchema, {})).toEqual({});
});

it.each([
  [{ form: 'coin' }],
  [{ stat: [] }],
  [{ stat: [10] }],
  [{ stat: 6 }],
  [{ from: '2026-02-30' }],
  [{ to: '2026-1-1' }],
  [{ to: '' }],
  [{ credit: '' }],
  [{ debit: 'x'.repeat(201) }],
])('refuses %j', (filters) => {
  expect(v.is(listFiltersSchema, filters)).toBe(false);
});
