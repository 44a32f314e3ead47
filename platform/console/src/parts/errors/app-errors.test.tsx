// @vitest-environment jsdom

import type { Route } from '@tallystick/registry/contract/route';
import type { ErrorGroup } from '@tallystick/registry/parts/errors/contract/page-errors';
import { errorRoutes } from '@tallystick/registry/parts/errors/contract/routes';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { adminWith, answering } from '../../admin/admin.testing.ts';
import { AdminContext } from '../../admin/use-admin.ts';
import { AppErrors } from './app-errors.tsx';

afterEach(cleanup);

const at = '2026-11-23T12:00:00.000Z';
const build = '1.2.0-0123456789ab';
const group = (more: Partial<ErrorGroup> = {}): ErrorGroup => ({
  fingerprint: 'f1',
  name: 'TypeError',
  message: 'rows is undefined',
  frames: [
    { file: 'react-dom.js', line: 7, column: 1, name: null, own: false },
    { file: 'src/total.tsx', line: 12, column: 5, name: 'sum', own: true },
  ],
  began: { build, at },
  lastSeen: at,
  browsers: 2,
  reports: 5,
  builds: [{ build, browsers: 2, firstSeen: at, lastSeen: at }],
  ...more,
});

function show(groups: readonly ErrorGroup[], missed = 0): object[] {
  const asked: object[] = [];
  const answers = new Map<Route, unknown>([
    [errorRoutes.errors, groups],
    [errorRoutes.missedErrors, { errors: missed }],
  ]);
  const admin = adminWith(answering(answers, (_route, given) => asked.push(given)));
  render(
    <AdminContext value={admin}>
      <AppErrors app="mfe-ledger" />
    </AdminContext>,
  );
  return asked;
}

it('says of each error where in the source, in how many browsers, and since which build', async () => {
  const asked = show([group(), group({ fingerprint: 'f2', frames: [], browsers: 1 })]);
  const [first, second] = await screen.findAllByRole('listitem');
  const params = { app: 'mfe-ledger' };
  expect(asked).toMatchObject([{ params }, { params }]);
  expect(first?.textContent).toContain('TypeError: rows is undefined');
  expect(first?.querySelector('code')?.textContent).toBe('src/total.tsx:12');
  expect(first?.textContent).toContain('2 browsers');
  expect(first?.textContent).toContain('Since 0123456');
  expect(first?.querySelector('time')?.getAttribute('datetime')).toBe(at);
  expect(second?.textContent).toContain('not in a file of a build1 browser');
});

it('shows the twenty that were seen last, and says how many more there are', async () => {
  show(Array.from({ length: 23 }, (_, n) => group({ fingerprint: `f${n}`, message: `no ${n}` })));
  expect(await screen.findAllByRole('listitem')).toHaveLength(20);
  expect(screen.getByText('3 more; list them with `release errors`')).toBeDefined();
});

it('says that there are none', async () => {
  show([]);
  expect(
    await screen.findByText('No page reported an error of this app in the last 30 days.'),
  ).toBeDefined();
});

it('says how many were not kept, instead of that there are none', async () => {
  show([], 7);
  expect(await screen.findByText(/^7 errors were not kept: of one network 20 new/)).toBeDefined();
  expect(screen.queryByText(/No page reported/)).toBeNull();
  cleanup();
  show([group()], 1);
  expect(await screen.findByText(/^1 more was not kept: /)).toBeDefined();
});
