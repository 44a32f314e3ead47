// @vitest-environment jsdom

import type { RouteModule } from '@tallystick/contract/route-module';
import { useLoaderData } from '@tallystick/shared/router';
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startStubLedger, visit } from '../testing/visit.tsx';
import { listQueryOf } from '../transfers/list-query.ts';
import type { Scope } from '../transfers/scope.ts';
import { Activity } from './activity.tsx';
import { type LoadingActivity, loadActivity } from './load-activity.ts';

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
  days: 30,
  newest: Date.parse('2016-01-25'),
  sequence: 7,
};
const answer = (data: unknown) =>
  ledger.answer({ 'transfers/activity': () => ({ status: 200, body: { data } }) });
/** A page with the chart alone. */
const page = (scope: Scope = { of: 'everything' }): RouteModule => ({
  loader: ({ request }) => ({
    loading: loadActivity(request, scope),
    query: listQueryOf(request.url),
  }),
  Component: () => (
    <main tabIndex={-1}>
      <Activity
        {...useLoaderData<{ loading: LoadingActivity; query: ReturnType<typeof listQueryOf> }>()}
        list="/transfers"
      />
    </main>
  ),
});
const show = (scope?: Scope, at = '/') => visit({ '/': page(scope) }, at);
const slider = () => screen.findByRole('slider', { name: /^Select a bar/ });
/** What stands in the drawing: the two lines, the highest, the dates. */
const drawing = () => [...document.querySelectorAll('svg text')].map((text) => text.textContent);
const legend = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent);
/** Where the bars take pointers. */
const bars = async () => (await slider()).parentElement ?? expect.fail('no bars');

describe('the activity', () => {
  it('tells the range, its end, and each kind', async () => {
    answer(activity);
    show();
    await screen.findByText('7 · Jan 24 – 25, 2016');
    expect(legend()).toEqual(['Credential 2', 'Data 5']);
    expect(drawing()).toEqual(['2', '4', '4', 'Jan 24', 'Jan 25']);
    const among = [7, 30, 90, 365];
    expect(ledger.calls).toEqual([{ path: 'transfers/activity', sent: { data: { among } } }]);
    expect(screen.getByLabelText<HTMLInputElement>('30 days').checked).toBe(true);
  });

  it('can be looked at bar by bar with the keys, and Enter leads to its days', async () => {
    answer(activity);
    const router = show();
    const keys = await slider();
    expect(keys.getAttribute('aria-valuetext')).toBe('Jan 25, 2016: 4 (Data 4)');
    fireEvent.change(keys, { target: { value: '0' } });
    expect(keys.getAttribute('aria-valuetext')).toBe('Jan 24, 2016: 3 (Credential 2, Data 1)');
    expect(screen.getByText('Jan 24, 2016: 3')).toBeTruthy();
    expect(legend()).toEqual(['Credential 2', 'Data 1']);
    fireEvent.blur(keys);
    expect(legend()).toEqual(['Credential 2', 'Data 5']);
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
    const list = visit({ '/transfers': page() }, '/transfers?range=7&page=2');
    await slider();
    await press();
    await expect
      .poll(() => list.state.location.search)
      .toBe('?from=2016-01-25&to=2016-01-25&range=7');
    expect(list.state.preventScrollReset).toBe(true);
  });

  it('counts another range when asked', async () => {
    answer(activity);
    const router = show({ of: 'user', party: 'ada' }, '/?page=2');
    await slider();
    fireEvent.click(screen.getByLabelText('All'));
    await expect.poll(() => router.state.location.search).toBe('?page=2&range=all');
    await expect
      .poll(() => ledger.calls.map(({ sent }) => sent).slice(-2))
      .toEqual([
        { data: { among: [7, 30, 90, 365], party: { kind: 'user', user: 'ada' } } },
        { data: { party: { kind: 'user', user: 'ada' } } },
      ]);
  });

  it('is a table, too, with the same numbers and those of each status', async () => {
    answer(activity);
    show();
    await slider();
    // jsdom has no popovers.
    const sheet = screen.getByRole('button', { name: 'Table' }).nextElementSibling;
    fireEvent(sheet ?? document.body, Object.assign(new Event('toggle'), { newState: 'open' }));
    const name = 'Transactions over time, newest first';
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

  it('is drawn by a server, and taken over as it is', async () => {
    answer(activity);
    const { loader, Component } = page();
    const open = async () => {
      const router = createMemoryRouter([
        { path: '/', loader: loader ?? false, Component: Component ?? null },
      ]);
      await expect.poll(() => router.state.initialized).toBe(true);
      const { loading }: { loading: LoadingActivity } = Object.values(router.state.loaderData)[0];
      await loading.first?.answer;
      return <RouterProvider router={router} />;
    };
    const container = document.body.appendChild(document.createElement('div'));
    container.innerHTML = renderToString(await open());
    const drawn = container.querySelector('svg path');
    expect(drawing()).toEqual(['2', '4', '4', '24 Jan', '25 Jan']);
    const wrong = vi.spyOn(console, 'error');
    render(await open(), { container, hydrate: true });
    expect(container.querySelector('svg path')).toBe(drawn);
    expect(wrong).not.toHaveBeenCalled();
  });

  it('has a legend of what is there only', async () => {
    answer({ ...activity, bars: activity.bars.slice(1) });
    show();
    await slider();
    expect(legend()).toEqual(['Data 4']);
  });

  it.each([
    ['truly up to 50:1', [50, 1, 25], ['20', '40', '50'], [122, 2.4, 61], false],
    ['by doublings beyond', [477, 0, 9], ['10', '100', '477'], [122, 0, 51.4], true],
  ] as const)('draws heights %s, and cuts none', async (_, counts, figures, heights, says) => {
    const bars = counts.map((asset, day) => ({
      start: Date.UTC(2016, 0, 10 + day),
      kinds: { asset, data: 0 },
      statuses: [asset, 0, 0, 0, 0, 0, 0, 0, 0, 0],
    }));
    answer({ ...activity, bars });
    show();
    await slider();
    expect(drawing().slice(0, 3)).toEqual(figures);
    const path = document.querySelector('path[class*=asset]')?.getAttribute('d') ?? '';
    const drawn = [...path.matchAll(/M([\d.]+) [\d.]+h.8v([\d.]+)/g)].map(([, x, y]) => [x, y]);
    expect(drawn).toEqual(
      heights.flatMap((height, bar) => (height > 0 ? [[`${bar}.1`, height.toFixed(1)]] : [])),
    );
    expect(screen.queryByText('Logarithmic scale') !== null).toBe(says);
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
