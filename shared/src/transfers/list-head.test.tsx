// @vitest-environment jsdom

import type { RouteModules } from '@tallystick/contract/route-module';
import { useLocation } from '@tallystick/shared/router';
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { createMemoryRouter, MemoryRouter, RouterProvider } from 'react-router-dom';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { TransferRow } from '../contracts/transfer.ts';
import { startStubLedger, visit } from '../testing/visit.tsx';
import { ListHead } from './list-head.tsx';
import { listQueryOf } from './list-query.ts';
import type { Scope } from './scope.ts';
import { SearchBox } from './search-box.tsx';

const ledger = await startStubLedger();
// Here already, so that no test waits for it.
const { FilterPanel } = await import('./filter-panel.tsx');
const summary = {
  count: 1500,
  first: Date.parse('2026-01-02T00:00Z'),
  last: Date.parse('2026-03-04T00:00Z'),
  forms: { asset: 1200, data: 300 },
  statuses: [7, 0, 0, 1, 2, 3, 1234, 0, 0, 0],
  sequence: 1,
};
beforeEach(() =>
  ledger.answer({ 'transfers/summary': () => ({ status: 200, body: { data: summary } }) }),
);
afterEach(cleanup);
afterAll(ledger.close);

const row: TransferRow = {
  item: 't',
  trxn: null,
  stat: 6,
  feat: { form: 'asset', sort: 'transfer' },
  crts: 0,
  cred: 'otc-1',
  debt: 'otc-2',
  credit: { name: 'North College', kind: 'creator' },
  debit: { name: 'Ada Ash' },
};

/** The head of a list at an address, which its filters change. */
async function open(
  search = '',
  scope: Scope = { of: 'everything' },
  elsewhere: RouteModules = {},
) {
  const router = visit(
    {
      ...elsewhere,
      '/': {
        Component: () => {
          const query = listQueryOf(`http://localhost/${useLocation().search}`);
          const shown = { scope, ...query, list: [row], count: 1500, sequence: 1 };
          return <ListHead title="All" second={false} scope={scope} query={query} shown={shown} />;
        },
      },
    },
    `/${search}`,
  );
  await screen.findByRole('heading', { name: 'All' });
  const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
  return { router, press, at: () => router.state.location.search };
}
const panel = async () => within(await screen.findByRole('region', { name: 'Filter by' }));

describe('the search of a list', () => {
  it('takes what was typed into a box that came rendered, before it listened', async () => {
    const At = () => <p>{useLocation().search}</p>;
    const Page = () => (
      <>
        <SearchBox query={{ index: 1, search: '', filters: {} }} />
        <At />
      </>
    );
    const page = <RouterProvider router={createMemoryRouter([{ path: '/', Component: Page }])} />;
    const container = document.body.appendChild(document.createElement('div'));
    container.innerHTML = renderToString(page);
    screen.getByRole<HTMLInputElement>('searchbox').value = 'ada';
    render(page, { container, hydrate: true });
    await screen.findByText('?q=ada');
    expect(screen.getByRole('searchbox')).toHaveProperty('value', 'ada');
  });

  afterEach(() => {
    vi.useRealTimers();
  });

  it('begins once, a quarter of a second after the last key', async () => {
    const { router, at } = await open();
    const navigated: string[] = [];
    router.subscribe(({ location }) => navigated.push(location.search));
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    for (const value of ['a', 'ad', 'ada']) {
      fireEvent.change(screen.getByRole('searchbox'), { target: { value } });
      vi.advanceTimersByTime(249);
    }
    expect(at()).toBe('');
    vi.advanceTimersByTime(1);
    vi.useRealTimers();
    await waitFor(() => expect(at()).toBe('?q=ada'));
    expect(new Set(navigated)).toEqual(new Set(['?q=ada']));
  });

  it('leaves a filter that is chosen before it has begun', async () => {
    const { at } = await open('?status=4,6');
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'ada' } });
    const chip = screen.getByRole('link', { name: 'Remove filter: Created (4)' });
    await act(async () => void fireEvent.click(chip));
    expect(at()).toBe('?status=6');
    vi.advanceTimersByTime(250);
    vi.useRealTimers();
    await waitFor(() => expect(at()).toBe('?q=ada&status=6'));
  });

  it('does not begin where somebody is on the way to another page', async () => {
    const { promise, resolve } = Promise.withResolvers<null>();
    const slow = { Component: () => <p>Slow</p>, loader: () => promise };
    const { router } = await open('', undefined, { '/slow': slow });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'ada' } });
    await act(async () => void router.navigate('/slow'));
    await act(() => vi.advanceTimersByTimeAsync(250));
    vi.useRealTimers();
    await act(async () => resolve(null));
    await waitFor(() => expect(router.state.navigation.state).toBe('idle'));
    expect(router.state.location.pathname).toBe('/slow');
  });
});

describe('the filters of a list', () => {
  it('stay as they were chosen while the address has only the first of them, and follow it back', async () => {
    const page = (...stat: number[]) => (
      <MemoryRouter>
        <FilterPanel
          scope={{ of: 'everything' }}
          query={{ index: 1, search: '', filters: stat.length === 0 ? {} : { stat } }}
        />
      </MemoryRouter>
    );
    const { rerender } = render(page());
    const box = (name: RegExp) => screen.getByRole<HTMLInputElement>('checkbox', { name });
    const ticked = () =>
      screen
        .getAllByRole<HTMLInputElement>('checkbox')
        .flatMap(({ checked }, code) => (checked ? [code] : []));
    fireEvent.click(box(/^In Process/));
    fireEvent.click(box(/^Scheduled/));
    expect(ticked()).toEqual([1, 2]);
    rerender(page(1));
    expect(ticked()).toEqual([1, 2]);
    rerender(page(1, 2));
    rerender(page(1));
    expect(ticked()).toEqual([1]);
    rerender(page());
    expect(ticked()).toEqual([]);
  });

  it('stay in the ways to the last days while the address does not have them yet', () => {
    render(
      <MemoryRouter>
        <FilterPanel scope={{ of: 'everything' }} query={{ index: 1, search: '', filters: {} }} />
      </MemoryRouter>,
    );
    fireEvent.click(screen.getByRole('checkbox', { name: /^Scheduled/ }));
    const days = screen.getByRole('link', { name: 'Last 7 days' });
    expect(days.getAttribute('href')).toMatch(/[?&]status=2(&|$)/);
  });

  it('offer kinds and statuses with how many each would leave, and tell equal labels apart', async () => {
    const { press } = await open();
    press('Filters');
    const choices = await panel();
    await choices.findByText('Credential 1,200');
    expect(choices.getAllByRole('radio').map((each) => each.parentElement?.textContent)).toEqual([
      'All 1,500',
      'Credential 1,200',
      'Data 300',
    ]);
    expect(choices.getAllByRole('checkbox').map((each) => each.parentElement?.textContent)).toEqual(
      [
        'Created (0)7',
        'In Process0',
        'Scheduled0',
        'Created (3)1',
        'Created (4)2',
        'Created (5)3',
        'Closed (Submitted)1,234',
        'Declined (User)0',
        'Revoked (User)0',
        'Partial (User)0',
      ],
    );
    expect(ledger.calls).toEqual([{ path: 'transfers/summary', sent: { data: { list: 'all' } } }]);
  });

  it('say at once that their file is on its way', async () => {
    const { promise: arrival, resolve: arrive } = Promise.withResolvers<void>();
    vi.doMock('./filter-panel.tsx', async (importOriginal) => {
      await arrival;
      return importOriginal();
    });
    const { press } = await open();
    // They were there without words, or these would not be read out.
    const places = screen.getAllByRole('status');
    press('Filters');
    expect(places).toContain(screen.getByText('Please wait...'));
    const button = screen.getByRole('button', { name: 'Filters', expanded: true });
    expect(button.dataset.coming).toBe('true');
    arrive();
    await panel();
    vi.doUnmock('./filter-panel.tsx');
    expect(screen.queryByText('Please wait...')).toBeNull();
    expect(button.dataset.coming).toBeUndefined();
  });

  it('say when their file does not come, and load it when somebody tries again', async () => {
    vi.doMock('./filter-panel.tsx', () => {
      throw new Error('it broke off');
    });
    const { press } = await open();
    press('Filters');
    const notice = within(await screen.findByRole('alert'));
    expect(notice.getByText('The filters could not be loaded')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Filters', expanded: true })).toBeTruthy();
    vi.doUnmock('./filter-panel.tsx');
    press('Try again');
    await panel();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('stand in the address, beside the search, and lead to the first page', async () => {
    const { press, at } = await open('?page=3&q=ada&status=0');
    press('Filters (1)');
    const choices = await panel();
    fireEvent.click(choices.getByRole('checkbox', { name: /^Closed/ }));
    await waitFor(() => expect(at()).toBe('?q=ada&status=0,6'));
  });

  it('leave a day where it is being written, digit by digit', async () => {
    const { press, at } = await open('?from=2026-01-31');
    press('Filters (1)');
    const field = (await panel()).getByLabelText('From (UTC)');
    field.focus();
    for (const value of ['2026-01-01', '2026-01-15']) {
      fireEvent.change(field, { target: { value } });
      await waitFor(() => expect(at()).toBe(`?from=${value}`));
    }
    expect(document.activeElement).toBe(field);
    fireEvent.click(screen.getByText('From 2026-01-15'));
    await waitFor(() => expect(field).toHaveProperty('value', ''));
  });

  it.each([
    ['radio', 'Data', '?kind=data'],
    ['checkbox', 'Created (4)', '?status=4'],
  ])('a %s %s leads to %s', async (role, name, search) => {
    ledger.answer({});
    const { press, at } = await open();
    press('Filters');
    fireEvent.click((await panel()).getByRole(role, { name }));
    await waitFor(() => expect(at()).toBe(search));
  });

  it.each([
    ['From (UTC)', '2026-01-05', '?from=2026-01-05'],
    ['From (UTC)', '0002-01-05', ''],
    ['To (UTC)', '2026-01-05', '?to=2026-01-05'],
  ])('%s %s is written as %j', async (label, value, search) => {
    const { press, at } = await open();
    press('Filters');
    fireEvent.change((await panel()).getByLabelText(label), { target: { value } });
    await waitFor(() => expect(at()).toBe(search));
  });

  it('take the id of a party at Enter', async () => {
    const { press, at } = await open();
    press('Filters');
    const field = (await panel()).getByLabelText('User');
    fireEvent.change(field, { target: { value: ' otc-2 ' } });
    await waitFor(() => expect(at()).toBe(''));
    if (field instanceof HTMLInputElement && field.form) fireEvent.submit(field.form);
    await waitFor(() => expect(at()).toBe('?debit=otc-2'));
  });

  it('leave out what all transfers of a list have in common', async () => {
    const { press } = await open('', { of: 'creator', party: 'otc-1' });
    press('Filters');
    const choices = await panel();
    expect(choices.queryByRole('radio')).toBeNull();
    expect(choices.queryByLabelText('Creator, consumer or checker')).toBeNull();
    expect(choices.getByLabelText('User')).toBeTruthy();
  });
});

describe('the chosen filters', () => {
  const names = () => screen.getAllByRole('listitem').map((each) => each.textContent);

  it('stand as chips, parties by name, each of which leads to the list without it', async () => {
    const { at } = await open(
      '?page=2&q=x&kind=asset&status=4,6&from=2026-01-01&credit=otc-1&debit=otc-9',
    );
    expect(names()).toEqual([
      'Credential ×',
      'Created (4) ×',
      'Closed (Submitted) ×',
      'From 2026-01-01 ×',
      'Creator: North College ×',
      'User: otc-9 ×',
      'Clear filters',
    ]);
    fireEvent.click(screen.getByRole('link', { name: 'Remove filter: Created (4)' }));
    await waitFor(() =>
      expect(at()).toBe('?q=x&kind=asset&status=6&from=2026-01-01&credit=otc-1&debit=otc-9'),
    );
  });

  it('are all taken away at once, and the search stays', async () => {
    const { at } = await open('?q=x&status=4');
    fireEvent.click(screen.getByRole('link', { name: 'Clear filters' }));
    await waitFor(() => expect(at()).toBe('?q=x'));
    await screen.findByRole('button', { name: 'Filters' });
  });
});
