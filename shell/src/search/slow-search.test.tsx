// @vitest-environment jsdom
import type { DeclaredRoute } from '@tallystick/contract/remote';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { openLedger } from '../open-ledger.testing.tsx';

afterEach(cleanup);

// A network on which its file does not come.
vi.mock('./suggestions.tsx', () => new Promise(() => {}));

it('leads to the list at Enter while what suggests does not come', async () => {
  const declared: DeclaredRoute[] = [{ path: '/all', page: 'All', about: 'transfers' }];
  openLedger({ path: '/all', declared, routes: { '/all': { Component: () => <p>A page</p> } } });
  const bar = await screen.findByRole('banner');
  const field = within(bar).getByRole('combobox', { name: 'Search the ledger' });
  fireEvent.input(field, { target: { value: 'ada' } });
  fireEvent.submit(field);
  await waitFor(() => expect(location.search).toBe('?q=ada'));
});
