// @vitest-environment jsdom
import type { Session } from '@tallystick/shared/session';
import { startStubLedger, visit } from '@tallystick/shared/testing/visit';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterAll, afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Access } from './access.tsx';

let tell = (_session: Session) => {};
vi.mock('@tallystick/shared/session', async (original) => ({
  ...(await original<object>()),
  useSession() {
    const [session, setSession] = useState<Session>({ status: 'visitor' });
    tell = setSession;
    return session;
  },
}));

const ledger = await startStubLedger();
afterEach(cleanup);
afterAll(ledger.close);

const ada: Session = { status: 'signed-in', user: { id: 'ada', email: null } };
let slow: PromiseWithResolvers<null>;
beforeEach(() => {
  slow = Promise.withResolvers();
});
const open = async () => {
  const routes = {
    '/auth': { Component: Access },
    '/slow': { Component: () => <p>Slow</p>, loader: () => slow.promise },
  };
  const router = visit(routes, '/auth');
  await screen.findByRole('heading', { name: 'Account Access' });
  return router;
};

it('leads on who is signed in meanwhile', async () => {
  const router = await open();
  act(() => tell(ada));
  await waitFor(() => expect(router.state.location.pathname).toBe('/auth/next'));
});

it('leads nobody on who is on the way to another page then', async () => {
  const router = await open();
  await act(async () => void router.navigate('/slow'));
  act(() => tell(ada));
  await act(async () => slow.resolve(null));
  await waitFor(() => expect(router.state.navigation.state).toBe('idle'));
  expect(router.state.location.pathname).toBe('/slow');
});
