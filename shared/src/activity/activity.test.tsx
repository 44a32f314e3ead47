// @vitest-environment jsdom

import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { startStubLedger } from '../testing/visit.tsx';
import type { Scope } from '../transfers/scope.ts';
import { Activity } from './activity.tsx';

const ledger = await startStubLedger();
afterEach(() => {
  cleanup();
  localStorage.clear();
});
afterAll(ledger.close);

const activity = {
  bars: [
    {
      start: Date.parse('2016-01-24'),
      kinds: { asset: 2, data: 1 },
      statuses: [0, 1, 0, 0, 0, 0, 2, 0, 0, 0],
    },
    {
      start: Date.parse('2016-01-25'),
      kinds: { asset: 0, data: 4 },
      statuses: [4, 0, 0, 0, 0, 0, 0, 0, 0, 0],
    },
  ],
  unit: 'day',
  each: 1,
  newest: Date.parse('2016-01-25'),
  sequence: 7,
};
const answer = (data: unknown) =>
  ledger.answer({ 'transfers/activity': () => ({ status: 200, body: { data } }) });
const show = (scope: Scope = { of: 'everything' }) => render(<Activity scope={scope} />);
const legend = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent);

describe('the activity', () => {
  it('tells the range, its end, and each kind', async () => {
    answer(activity);
    show();
    await screen.findByText('7 transactions, Jan 24 – 25, 2016, the day of the newest');
    expect(legend()).toEqual(['Credential 2', 'Data 5']);
    expect(ledger.calls).toEqual([{ path: 'transfers/activity', sent: { data: { days: 30 } } }]);
  });

  it('can be looked at bar by bar', async () => {
    answer(activity);
    show();
    const slider = await screen.findByRole('slider', { name: 'Look at one bar' });
    expect(slider.getAttribute('aria-valuetext')).toBe('Jan 25, 2016: 4 (Data 4)');
    fireEvent.change(slider, { target: { value: '0' } });
    expect(screen.getByText('Jan 24, 2016: 3 (Credential 2, Data 1)')).toBeTruthy();
    expect(legend()).toEqual(['Credential 2', 'Data 1']);
    fireEvent.blur(slider);
    expect(legend()).toEqual(['Credential 2', 'Data 5']);
  });

  it('is divided by status, too, and stays so', async () => {
    answer(activity);
    show();
    await screen.findByRole('slider');
    fireEvent.click(screen.getByRole('radio', { name: 'Status' }));
    expect(legend()).toEqual([
      '0 Created 4',
      '1 In Process 1',
      '2 Scheduled 0',
      '3 Created 0',
      '4 Created 0',
      '5 Created 0',
      '6 Closed (Submitted) 2',
      '7 Declined (User) 0',
      '8 Revoked (User) 0',
      '9 Partial (User) 0',
    ]);
    cleanup();
    show();
    await screen.findByText('6 Closed (Submitted)');
  });

  it('counts another range when asked', async () => {
    answer(activity);
    show({ of: 'user', party: 'ada' });
    await screen.findByRole('slider');
    fireEvent.click(screen.getByRole('radio', { name: 'All' }));
    await expect
      .poll(() => ledger.calls.map(({ sent }) => sent).slice(-2))
      .toEqual([
        { data: { days: 30, party: { kind: 'user', user: 'ada' } } },
        { data: { party: { kind: 'user', user: 'ada' } } },
      ]);
  });

  it('is a table, too, with the same numbers', async () => {
    answer(activity);
    show();
    await screen.findByRole('slider');
    fireEvent.click(screen.getByText('Show as a table'));
    const table = await screen.findByRole('table', {
      name: 'Transactions by time, the newest first',
    });
    expect(
      within(table)
        .getAllByRole('row')
        .map((row) => [...row.children].map((cell) => cell.textContent)),
    ).toEqual([
      ['Period', 'Credential', 'Data', 'All'],
      ['Jan 25, 2016', '0', '4', '4'],
      ['Jan 24, 2016', '2', '1', '3'],
    ]);
  });

  it('of a party with one kind is divided by status alone', async () => {
    answer(activity);
    show({ of: 'creator', party: 'acme' });
    await screen.findByRole('slider');
    expect(screen.queryByRole('radio', { name: 'Kind' })).toBeNull();
    expect(legend()).toHaveLength(10);
  });

  it('says when there is nothing', async () => {
    answer({ bars: [], unit: 'day', each: 1, newest: null, sequence: 0 });
    show();
    await screen.findByText('No transactions yet.');
  });

  it('says when it cannot be counted, and counts again', async () => {
    ledger.answer({
      'transfers/activity': () => ({ status: 500, body: { code: 500, error: 'It broke.' } }),
    });
    show();
    const notice = await screen.findByRole('status');
    expect(within(notice).getByText('It broke.')).toBeTruthy();
    answer(activity);
    fireEvent.click(within(notice).getByRole('button', { name: 'Try again' }));
    await screen.findByText(/^7 transactions/);
  });
});
