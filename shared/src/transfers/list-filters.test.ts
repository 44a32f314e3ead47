import { describe, expect, it } from 'vitest';
import type { ListFilters } from '../contracts/list-filters.ts';
import type { TransferRow } from '../contracts/transfer.ts';
import { changed, countFilters, passes } from './list-filters.ts';
import { listQueryOf, searchOf } from './list-query.ts';

const site = 'http://localhost:4000/transfers';
const filtersIn = (search: string) => listQueryOf(site + search).filters;

describe('the filters in a URL', () => {
  it.each<[string, ListFilters]>([
    ['?kind=data', { form: 'data' }],
    ['?status=6', { stat: [6] }],
    ['?status=6,7', { stat: [6, 7] }],
    ['?from=2026-01-01&to=2026-01-31', { from: '2026-01-01', to: '2026-01-31' }],
    ['?credit=otc%2F1&debit=otc-2', { credit: 'otc/1', debit: 'otc-2' }],
  ])('%s reads, and is written so', (search, filters) => {
    expect(filtersIn(search)).toEqual(filters);
    expect(searchOf({ index: 1, search: '', filters })).toBe(search);
  });

  it('stand beside page and search', () => {
    const query = { index: 2, search: 'ada', filters: { form: 'asset', stat: [0, 9] } } as const;
    expect(searchOf(query)).toBe('?page=2&q=ada&kind=asset&status=0,9');
    expect(listQueryOf(`${site}?page=2&q=ada&kind=asset&status=0,9`)).toEqual(query);
  });

  it.each([
    '?kind=coin',
    '?status=',
    '?status=10,-1,x',
    '?from=2026-02-30&to=0026-01-01',
    '?from=yesterday',
    '?credit=&debit=%00%20',
  ])('%s are none', (search) => {
    expect(filtersIn(search)).toEqual({});
  });

  it('name each status once, in their order', () => {
    expect(filtersIn('?status=7,6,7,12')).toEqual({ stat: [6, 7] });
  });
});

it('a filter is taken away, and the last status takes the whole filter with it', () => {
  const filters = { form: 'asset', stat: [6] } as const;
  expect(changed(filters, { form: undefined })).toEqual({ stat: [6] });
  expect(changed(filters, { stat: [] })).toEqual({ form: 'asset' });
  expect(changed(filters, { credit: 'acme' })).toEqual({ ...filters, credit: 'acme' });
});

it('days are never the wrong way round', () => {
  expect(filtersIn('?from=2026-02-01&to=2026-01-01')).toEqual({
    from: '2026-01-01',
    to: '2026-02-01',
  });
  const filters = { from: '2026-01-10', to: '2026-01-20' };
  expect(changed(filters, { from: '2026-02-01' })).toEqual({ from: '2026-02-01' });
  expect(changed(filters, { to: '2026-01-01' })).toEqual({ to: '2026-01-01' });
  expect(changed(filters, { to: '2026-01-10' })).toEqual({ from: '2026-01-10', to: '2026-01-10' });
});

it('each status counts as a filter', () => {
  expect(countFilters({})).toBe(0);
  expect(countFilters({ form: 'data', stat: [1, 2], from: '2026-01-01' })).toBe(4);
});

describe('a transfer', () => {
  const noon = Date.parse('2026-01-31T12:00:00Z');
  const transfer: TransferRow = {
    item: 't',
    trxn: null,
    stat: 6,
    feat: { form: 'data', sort: 'transfer' },
    crts: noon,
    cred: 'acme',
    debt: 'ada',
  };

  it.each<[ListFilters, boolean]>([
    [{}, true],
    [{ form: 'data', stat: [1, 6], credit: 'acme', debit: 'ada' }, true],
    [{ form: 'asset' }, false],
    [{ stat: [1] }, false],
    [{ credit: 'ada' }, false],
    [{ debit: 'acme' }, false],
    [{ from: '2026-01-31', to: '2026-01-31' }, true],
    [{ from: '2026-02-01' }, false],
    [{ to: '2026-01-30' }, false],
  ])('passes %j: %j', (filters, does) => {
    expect(passes(filters, transfer)).toBe(does);
  });

  it('belongs to a day from its first millisecond to its last, UTC', () => {
    const day = { from: '2026-01-31', to: '2026-01-31' };
    const at = (time: string) => passes(day, { ...transfer, crts: Date.parse(time) });
    expect(at('2026-01-31T00:00:00.000Z')).toBe(true);
    expect(at('2026-01-31T23:59:59.999Z')).toBe(true);
    expect(at('2026-01-30T23:59:59.999Z')).toBe(false);
    expect(at('2026-02-01T00:00:00.000Z')).toBe(false);
  });
});
