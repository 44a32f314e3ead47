// @vitest-environment jsdom

import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { createBrowserRouter, RouterProvider } from 'react-router-dom';
import { afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { adminWith } from './admin/admin.testing.ts';
import { AdminContext } from './admin/use-admin.ts';
import { board, revision } from './board/board.testing.ts';
import { Page } from './page.tsx';
import { SessionContext } from './session/signed-in.ts';
import { giveDialogs } from './ui/dialog.testing.ts';

beforeAll(giveDialogs);
afterEach(cleanup);

const signedIn = {
  actor: { tokenId: 'ana', name: 'ana', scope: { kind: 'manager' } },
  signOut: async () => ({ ok: true, value: null }) as const,
} as const;

/** Opens an address of the console; the channel `preview` has the same builds, at revision 3. */
function open(address: string): void {
  const preview = { ...board, current: { ...revision, channel: 'preview', revision: 3 } };
  const admin = adminWith({
    channels: async () => ({ ok: true, value: ['preview', 'production'] }),
    // A registry without the parts that are asked.
    ask: async () => ({ ok: false, code: 'no-call', problem: 'This call does not exist.' }),
    board: async (channel) => ({ ok: true, value: channel === 'preview' ? preview : board }),
    history: async (_channel, { app }) => ({
      ok: true,
      value: { revisions: app === 'mfe-auth' ? [] : [revision], next: null },
    }),
  });
  window.history.replaceState(null, '', address);
  const element = (
    <AdminContext value={admin}>
      <SessionContext value={signedIn}>
        <Page />
      </SessionContext>
    </AdminContext>
  );
  const router = createBrowserRouter([{ path: '*', element }]);
  onTestFinished(() => router.dispose());
  render(<RouterProvider router={router} />);
}

describe('who chooses', () => {
  it('an app in the history keeps the focus on the choice', async () => {
    open('/history');
    await screen.findByRole('option', { name: 'mfe-auth' });
    const choice = screen.getByLabelText('App');
    choice.focus();
    fireEvent.change(choice, { target: { value: 'mfe-auth' } });
    await screen.findByText('No revision has changed mfe-auth yet.');
    expect(document.activeElement).toBe(choice);
    expect(choice).toHaveProperty('value', 'mfe-auth');
  });

  it('an app in the history may choose one that was removed', async () => {
    open('/history');
    await screen.findByRole('option', { name: 'mfe-auth' });
    const names = screen.getAllByRole('option').map(({ textContent }) => textContent);
    expect(names).toEqual(['All apps', 'mfe-auth', 'mfe-ledger', 'mfe-survey']);
  });

  it('a channel keeps the focus on the choice, which is there all the time', async () => {
    open('/');
    const choice = await screen.findByRole('radio', { name: 'preview' });
    choice.focus();
    fireEvent.click(choice);
    await screen.findByText('Revision 3');
    expect(document.activeElement).toBe(choice);
    expect(choice).toHaveProperty('checked', true);
  });
});

describe('who comes to another channel', () => {
  it('has chosen no app there, and no dialog is left', async () => {
    open('/');
    fireEvent.click(await screen.findByLabelText('Select mfe-ledger'));
    fireEvent.click(screen.getByText('Roll back'));
    expect(await screen.findByText('Roll back mfe-ledger')).toBeDefined();
    fireEvent.click(await screen.findByLabelText('preview'));
    await screen.findByText('Revision 3');
    expect(screen.queryByText('Roll back mfe-ledger')).toBeNull();
    expect(screen.queryByText('1 app selected')).toBeNull();
    fireEvent.click(screen.getByLabelText('production'));
    await screen.findByText('Revision 7');
    expect(screen.queryByText('Roll back mfe-ledger')).toBeNull();
  });
});
