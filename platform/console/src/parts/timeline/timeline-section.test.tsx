// @vitest-environment jsdom
import type { Route } from '@tallystick/registry/contract/route';
import { noTimes, withTime } from '@tallystick/registry/parts/timeline/contract/histogram';
import { timelineRoutes } from '@tallystick/registry/parts/timeline/contract/routes';
import type { Timeline as TimelineAnswer } from '@tallystick/registry/parts/timeline/contract/timeline';
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { adminWith, answering } from '../../admin/admin.testing.ts';
import { AdminContext } from '../../admin/use-admin.ts';
import { Timeline } from './timeline-section.tsx';

const [one, two] = ['0.1.0-aaaaaaaaaaaa', '0.2.0-bbbbbbbbbbbb'];
const timeline: TimelineAnswer = {
  sources: [],
  from: '2026-11-21T12:00:00.000Z',
  ...{ step: 600_000, buckets: 144 },
  all: [
    {
      ...{ bucket: 143, loads: 40, failures: 4 },
      lcp: [...withTime(noTimes, 2_500)],
      inp: [...noTimes],
    },
  ],
  builds: [
    {
      ...{ app: 'mfe-ledger', build: two },
      counts: [{ bucket: 143, loads: 40, failures: 4, lcp: [...noTimes], inp: [...noTimes] }],
    },
  ],
  marks: [
    {
      ...{ revision: 7, at: '2026-11-22T11:55:00.000Z', by: 'ana', reason: 'new totals' },
      kind: 'promote',
      moves: [{ app: 'mfe-ledger', from: one, to: two, canaryFrom: null, canaryTo: null }],
    },
  ],
};

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(600);
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe(): void {}
      disconnect(): void {}
    },
  );
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

function show(answer: TimelineAnswer, app?: string) {
  const asked: object[] = [];
  const answers = new Map<Route, unknown>([[timelineRoutes.timeline, answer]]);
  render(
    <MemoryRouter initialEntries={['/?channel=staging']}>
      <AdminContext value={adminWith(answering(answers, (_route, given) => asked.push(given)))}>
        <Timeline channel="staging" {...(app !== undefined && { app })} />
      </AdminContext>
    </MemoryRouter>,
  );
  return asked;
}

it('draws loads and failures, with a mark that leads to what was changed', async () => {
  show(timeline);
  const failures = await screen.findByRole('img', { name: 'Failures, 4 of 40 loads (10 %)' });
  expect(within(failures).getByText(/: 4 mfe-ledger bbbbbbb$/)).toBeDefined();
  expect(screen.getByRole('img', { name: 'Loads, 40 in all' })).toBeDefined();
  const mark = screen.getByRole('link', { name: 'Revision 7', description: /Revision/ });
  const change = screen.getByText(
    /ana promoted bbbbbbb of mfe-ledger to staging, in place of aaaaaaa: new totals/,
  );
  expect(mark.getAttribute('href')).toBe(`#${change.closest('li')?.id}`);
});

it('calls builds by their commit, as the board does', async () => {
  const said = { commit: '113bca9'.padEnd(40, '0') };
  show({ ...timeline, sources: [{ app: 'mfe-ledger', build: two, provenance: { said } }] });
  const promoted = /ana promoted 113bca9 of mfe-ledger to staging, in place of aaaaaaa/;
  expect(await screen.findByText(promoted)).toBeDefined();
});

it('has the same as a table', async () => {
  show(timeline);
  const row = await screen.findByRole('row', { name: /40 4 2,580 ms –$/ });
  expect(row).toBeDefined();
});

it('asks for the range that is chosen, and of an app for its own', async () => {
  const asked = show(timeline, 'mfe-ledger');
  fireEvent.click(await screen.findByRole('radio', { name: 'Last hour' }));
  await screen.findAllByRole('img');
  expect(asked).toMatchObject([
    { params: { channel: 'staging' }, query: { range: 'day', app: 'mfe-ledger' } },
    { query: { range: 'hour', app: 'mfe-ledger' } },
  ]);
});

it('says where nothing was reported and nothing changed', async () => {
  show({ ...timeline, all: [], builds: [], marks: [] });
  expect(await screen.findByText('No browser reported in this time.')).toBeDefined();
  expect(screen.getByText('No changes in this time.')).toBeDefined();
});
