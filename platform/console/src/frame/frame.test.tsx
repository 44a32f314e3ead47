// @vitest-environment jsdom

import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { createBrowserRouter, RouterProvider } from 'react-router-dom';
import { afterEach, expect, it, onTestFinished, vi } from 'vitest';
import { adminWith } from '../admin/admin.testing.ts';
import { AdminContext } from '../admin/use-admin.ts';
import { board } from '../board/board.testing.ts';
import { Page } from '../page.tsx';
import { SessionContext } from '../session/signed-in.ts';
import { Frame } from './frame.tsx';

afterEach(cleanup);
afterEach(() => void vi.unstubAllGlobals());

it('begins a page at its heading, and a page that is come back to where it was left', async () => {
  const scrolled = vi.spyOn(window, 'scrollTo').mockReturnValue();
  const empty = async () => ({ ok: true as const, value: [] });
  const admin = adminWith({
    board: async () => ({ ok: true, value: board }),
    channels: async () => ({ ok: true, value: ['preview', 'production'] }),
    builds: empty,
    settings: () => new Promise(() => {}),
    // A registry without the parts that are asked.
    ask: async () => ({ ok: false, code: 'no-call', problem: 'This call does not exist.' }),
    history: async () => ({ ok: true, value: { revisions: [], next: null } }),
  });
  const signedIn = {
    actor: { tokenId: 'ana', name: 'ana', scope: { kind: 'manager' } },
    signOut: async () => ({ ok: true, value: null }) as const,
  } as const;
  const element = (
    <AdminContext value={admin}>
      <SessionContext value={signedIn}>
        <Frame>
          <Page />
        </Frame>
      </SessionContext>
    </AdminContext>
  );
  const router = createBrowserRouter([{ path: '*', element }]);
  onTestFinished(() => router.dispose());
  render(<RouterProvider router={router} />);
  const link = await screen.findByRole('link', { name: 'mfe-ledger' });

  scrolled.mockClear();
  vi.stubGlobal('scrollY', 640);
  fireEvent.click(link);
  await screen.findByRole('heading', { level: 1, name: 'mfe-ledger' });
  await expect.poll(() => scrolled.mock.calls).toEqual([[0, 0]]);
  expect(document.activeElement?.textContent).toBe('mfe-ledger');

  scrolled.mockClear();
  vi.stubGlobal('scrollY', 20);
  await act(async () => window.history.back());
  await screen.findByRole('heading', { level: 1, name: 'What is live' });
  await expect.poll(() => scrolled.mock.calls).toEqual([[0, 640]]);
  expect(document.activeElement?.textContent).toBe('What is live');

  scrolled.mockClear();
  fireEvent.click(screen.getByLabelText('preview'));
  await expect.poll(() => window.location.search).toBe('?channel=preview');
  await screen.findByText('Revision 7');
  expect(scrolled.mock.calls).toEqual([]);
});
