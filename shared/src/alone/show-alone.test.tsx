// @vitest-environment jsdom
import { Outlet, useParams } from '@tallystick/shared/router';
import { act, screen } from '@testing-library/react';
import { afterAll, expect, it } from 'vitest';
import { startStubLedger } from '../testing/visit.tsx';
import { showAlone } from './show-alone.tsx';

const ledger = await startStubLedger();
afterAll(ledger.close);

const routes = {
  '/notes': {
    Component: () => (
      <>
        <p>All notes</p>
        <Outlet />
      </>
    ),
    children: { ':id': { Component: () => <p>{`Note ${useParams().id}`}</p> } },
  },
};
const declaration = {
  name: 'mfe-notes',
  title: 'Notes',
  routes: ['/notes', '/notes/:id'].map((path) => ({ path, page: 'Notes' })),
  menu: [],
};

it('shows a remote’s pages without the site, those too that are nested', async () => {
  document.body.innerHTML = '<div id="root"></div>';
  history.replaceState(null, '', '/notes/7');
  await act(async () => showAlone(declaration, routes));
  expect(await screen.findByText('Note 7')).toBeTruthy();
  expect(screen.getByText('All notes')).toBeTruthy();
  await act(async () => screen.getByRole('link', { name: 'Notes' }).click());
  expect(screen.queryByText('Note 7')).toBeNull();
});

it('names a declared page that the code lacks', () => {
  const lacking = { ...declaration, routes: [{ path: '/notes/:id/edit', page: 'Edit' }] };
  expect(() => showAlone(lacking, routes)).toThrow(
    'src/routes.tsx has no page for /notes/:id/edit',
  );
});
