// @vitest-environment jsdom

import { noteFirstContent } from '@tallystick/shell-kit/first-content';
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { MemoryRouter } from 'react-router-dom';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startStubLedger, visit } from '../testing/visit.tsx';
import type { Scope } from '../transfers/scope.ts';
import { Activity } from './activity.tsx';

const ledger = await startStubLedger();
beforeEach(() => {
  // 100 px for two bars.
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 100, 48));
});
afterEach(() => {
  vi.restoreAllMocks();
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
const show = (scope: Scope = { of: 'everything' }) =>
  visit(
    {
      '/': {
        Component: () => (
          <main tabIndex={-1}>
            <Activity scope={scope} list="/transfers" />
          </main>
        ),
      },
    },
    '/',
  );
const slider = () => screen.findByRole('slider', { name: /^Look at one bar/ });
const legend = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent);
/** Where the bars take pointers. */
const bars = async () => (await slider()).parentElement ?? expect.fail('no bars');

describe('the activity', () => {
  it('tells the range, its end, and each kind', async () => {
    answer(activity);
    show();
    await screen.findByText('7 · Jan 24 – 25, 2016');
    expect(legend()).toEqual(['Credential 2', 'Data 5', 'max 4']);
    expect(ledger.calls).toEqual([{ path: 'transfers/activity', sent: { data: { days: 30 } } }]);
  });

  it('can be looked at bar by bar with the keys, and Enter leads to its days', async () => {
    answer(activity);
    const router = show();
    const keys = await slider();
    expect(keys.getAttribute('aria-valuetext')).toBe('Jan 25, 2016: 4 (Data 4)');
    fireEvent.change(keys, { target: { value: '0' } });
    expect(keys.getAttribute('aria-valuetext')).toBe('Jan 24, 2016: 3 (Credential 2, Data 1)');
    expect(screen.getByText('Jan 24, 2016: 3')).toBeTruthy();
    expect(legend()).toEqual(['Credential 2', 'Data 1', 'max 4']);
    fireEvent.blur(keys);
    expect(legend()).toEqual(['Credential 2', 'Data 5', 'max 4']);
    fireEvent.keyDown(keys, { key: 'Enter' });
    await screen.findByText('Elsewhere');
    expect(router.state.location).toMatchObject({
      pathname: '/transfers',
      search: '?from=2016-01-24&to=2016-01-24',
    });
  });

  it('shows a bar that is tapped until another is, and opens it at the second tap', async () => {
    answer(activity);
    const router = show();
    const area = await bars();
    const tap = (clientX: number) => {
      const at = { clientX, pointerType: 'touch' };
      fireEvent.pointerDown(area, at);
      fireEvent.pointerUp(area, at);
      fireEvent.pointerLeave(area, at);
    };
    tap(80);
    expect(screen.getByText('Jan 25, 2016: 4')).toBeTruthy();
    tap(20);
    expect(screen.getByText('Jan 24, 2016: 3')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'List them' }).getAttribute('href')).toBe(
      '/transfers?from=2016-01-24&to=2016-01-24',
    );
    tap(20);
    expect(router.state.location.search).toBe('?from=2016-01-24&to=2016-01-24');
  });

  it('shows a bar while a mouse is on it, and opens it at a click', async () => {
    answer({ ...activity, unit: 'week' });
    const router = show();
    fireEvent.pointerMove(await bars(), { clientX: 80, pointerType: 'mouse' });
    expect(screen.getByText('Jan 25 – 31, 2016: 4')).toBeTruthy();
    fireEvent.pointerLeave(await bars(), { pointerType: 'mouse' });
    expect(screen.queryByText('Jan 25 – 31, 2016: 4')).toBeNull();
    fireEvent.pointerUp(await bars(), { clientX: 80, pointerType: 'mouse', button: 0 });
    expect(router.state.location.search).toBe('?from=2016-01-25&to=2016-01-31');
  });

  it('leads to the top of another page, and leaves the list below it where it is', async () => {
    answer(activity);
    const router = show();
    const press = async () =>
      fireEvent.pointerUp(await bars(), { clientX: 80, pointerType: 'mouse', button: 0 });
    await slider();
    await press();
    await expect.poll(() => router.state.location.pathname).toBe('/transfers');
    expect(router.state.preventScrollReset).toBe(false);
    cleanup();
    const Component = () => <Activity scope={{ of: 'everything' }} list="/transfers" />;
    const list = visit({ '/transfers': { Component } }, '/transfers');
    await slider();
    await press();
    await expect.poll(() => list.state.location.search).toBe('?from=2016-01-25&to=2016-01-25');
    expect(list.state.preventScrollReset).toBe(true);
  });

  it('counts another range when asked', async () => {
    answer(activity);
    show({ of: 'user', party: 'ada' });
    await slider();
    fireEvent.click(screen.getByLabelText('All'));
    await expect
      .poll(() => ledger.calls.map(({ sent }) => sent).slice(-2))
      .toEqual([
        { data: { days: 30, party: { kind: 'user', user: 'ada' } } },
        { data: { party: { kind: 'user', user: 'ada' } } },
      ]);
  });

  it('is a table, too, with the same numbers and those of each status', async () => {
    answer(activity);
    show();
    await slider();
    fireEvent.click(screen.getByText('Show as a table'));
    const name = 'Transactions by time, the newest first';
    const table = await screen.findByRole('table', { name, hidden: true });
    expect(
      within(table)
        .getAllByRole('row', { hidden: true })
        .map((row) => [...row.children].map((cell) => cell.textContent)),
    ).toEqual([
      ['Period', 'All', 'Credential', 'Data', '0 Created', '1 In Process', '6 Closed (Submitted)'],
      ['Jan 25, 2016', '4', '0', '4', '4', '0', '0'],
      ['Jan 24, 2016', '3', '2', '1', '0', '1', '2'],
    ]);
  });

  it('is a table, too, if that was opened before anybody listened', async () => {
    answer(activity);
    const page = (
      <MemoryRouter>
        <Activity scope={{ of: 'everything' }} list="/transfers" />
      </MemoryRouter>
    );
    const container = document.body.appendChild(document.createElement('div'));
    container.innerHTML = renderToString(page);
    const details = container.querySelector('details');
    details?.setAttribute('open', '');
    await new Promise((told) => details?.addEventListener('toggle', told));
    render(page, { container, hydrate: true });
    noteFirstContent();
    await screen.findByRole('table', { name: /^Transactions by time/, hidden: true });
  });

  it('has a legend of what is there only', async () => {
    answer({ ...activity, bars: activity.bars.slice(1) });
    show();
    await slider();
    expect(legend()).toEqual(['Data 4', 'max 4']);
  });

  it('cuts a bar that would flatten the others, and says so', async () => {
    const bar = (asset: number, day: number) => ({
      start: Date.parse(`2016-01-${day}`),
      kinds: { asset, data: 0 },
      statuses: [asset, 0, 0, 0, 0, 0, 0, 0, 0, 0],
    });
    answer({ ...activity, bars: [bar(4, 10), bar(4_000, 11), bar(2, 12), bar(3, 13)] });
    show();
    await slider();
    expect(legend().at(-1)).toBe('max 4,000, cut at 6');
    const heights = [...document.querySelectorAll('rect.asset, [class*=asset]')].map((rect) =>
      Math.round(Number(rect.getAttribute('height'))),
    );
    expect(heights).toEqual([29, 44, 15, 22]);
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
    const again = await screen.findByRole('button', { name: 'Try again' });
    expect(screen.getByRole('status').textContent).toContain('It broke.');
    answer(activity);
    again.focus();
    fireEvent.click(again);
    await slider();
    expect(document.activeElement).toBe(screen.getByRole('main'));
  });
});
