// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import type { TransferRow } from '../contracts/transfer.ts';
import { visit } from '../testing/visit.tsx';
import type { TransferPage } from './merge.ts';
import { Pager } from './pager.tsx';

afterEach(cleanup);

const row: TransferRow = {
  item: 't',
  trxn: null,
  stat: 0,
  feat: { form: 'asset', sort: 'transfer' },
  crts: 0,
  cred: 'acme',
  debt: 'ada',
};

async function show(
  { rows, ...rest }: Omit<TransferPage, 'scope' | 'list' | 'sequence'> & { rows: number },
  label?: string,
) {
  const list = Array.from({ length: rows }, () => row);
  const shown: TransferPage = { scope: { of: 'everything' }, sequence: 0, list, ...rest };
  const router = visit(
    { '/': { Component: () => <Pager query={rest} shown={shown} label={label} /> } },
    '/',
  );
  await screen.findByRole('navigation', { name: 'Pages' });
  const turn = (name: string) => {
    const link = screen.getByRole('link', { name });
    return link.getAttribute('aria-disabled') === 'true' ? null : link.getAttribute('href');
  };
  return {
    router,
    first: turn('First'),
    previous: turn('Previous'),
    next: turn('Next'),
    last: turn('Last'),
  };
}

describe('the pager', () => {
  it('on page 1 only goes on', async () => {
    expect(
      await show({ index: 1, search: '', filters: {}, count: 35_592, rows: 10 }),
    ).toMatchObject({
      previous: null,
      next: '/?page=2',
    });
    expect(screen.getByText('1 - 10 of 35,592')).toBeTruthy();
  });

  it('in the middle goes both ways, and keeps the search', async () => {
    expect(
      await show({ index: 3, search: 'ada', filters: {}, count: 35_592, rows: 10 }),
    ).toMatchObject({
      previous: '/?page=2&q=ada',
      next: '/?page=4&q=ada',
    });
  });

  it('on page 2 goes back to the plain address', async () => {
    expect(
      (await show({ index: 2, search: '', filters: {}, count: 35_592, rows: 10 })).previous,
    ).toBe('/');
  });

  it.each([
    [3_560, 2, 35_592],
    [2, 10, 20],
  ])('on the last page, %i with %i rows, only goes back', async (index, rows, count) => {
    expect((await show({ index, search: '', filters: {}, count, rows })).next).toBeNull();
  });

  it('does nothing where it rests', async () => {
    const { router } = await show({ index: 1, search: '', filters: {}, count: 1, rows: 1 });
    fireEvent.click(screen.getByRole('link', { name: 'Next' }));
    fireEvent.click(screen.getByRole('link', { name: 'Previous' }));
    expect(router.state.location.search).toBe('');
    expect(router.state.navigation.state).toBe('idle');
  });

  it('puts a label before the range', async () => {
    await show({ index: 1, search: '', filters: {}, count: 35_592, rows: 10 }, 'Assets');
    expect(screen.getByText('Assets: 1 - 10 of 35,592')).toBeTruthy();
  });
});
