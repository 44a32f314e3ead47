// @vitest-environment jsdom
import type { Session } from '@tallystick/shared/session';
import { visit } from '@tallystick/shared/testing/visit';
import { act, cleanup, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { Account } from './account.tsx';

let tell = (_session: Session) => {};
vi.mock('@tallystick/shared/session', async (original) => ({
  ...(await original<object>()),
  useSession() {
    const [session, setSession] = useState<Session>({
      status: 'signed-in',
      user: { id: 'ada', email: null },
    });
    tell = setSession;
    return session;
  },
}));
afterEach(cleanup);

it('leaves the focus of whoever is signed out meanwhile to the page', async () => {
  const Component = () => (
    <main tabIndex={-1}>
      <Account />
    </main>
  );
  visit({ '/auth/next': { Component } }, '/auth/next');
  (await screen.findByRole('link', { name: 'Latest Transactions' })).focus();
  act(() => tell({ status: 'visitor' }));
  expect(screen.getByRole('status').textContent).toContain('You are signed out.');
  expect(document.activeElement).toBe(screen.getByRole('main'));
});
