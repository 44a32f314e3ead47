// @vitest-environment jsdom
import { startStubLedger, visit } from '@tallystick/shared/testing/visit';
import { watchedParties, watchParty } from '@tallystick/shared/watched/watched-parties';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import remote from '../remote.json' with { type: 'json' };
import { routes } from './routes.tsx';
import { SignOut } from './sign-out/sign-out.tsx';

const ledger = await startStubLedger();
afterEach(() => {
  cleanup();
  localStorage.clear();
});
afterAll(ledger.close);

it('has a page for each declared path, and no other', () => {
  expect(Object.keys(routes)).toEqual(remote.routes.map(({ path }) => path));
});

describe('a visitor', () => {
  it.each(['/auth', '/auth/mail'])('may sign in at %s', async (path) => {
    visit(routes, path);
    await screen.findByRole('heading', { name: 'Account Access', level: 1 });
    expect(screen.getByLabelText('E-mail')).toBeTruthy();
  });

  it('finds a code asked for at one address of the page at the other', async () => {
    const body = { data: { trxn: 't1' } };
    ledger.answer({ 'sandbox/code.create': () => ({ status: 200, body }) });
    const router = visit(routes, '/auth/mail');
    const email = await screen.findByLabelText('E-mail');
    fireEvent.change(email, { target: { value: 'ada@example.org' } });
    const ask = screen.getByRole('button', { name: 'Get OTP' });
    await waitFor(() => expect(ask).toHaveProperty('disabled', false));
    fireEvent.click(ask);
    await screen.findByLabelText('OTP');
    fireEvent.change(screen.getByLabelText('OTP'), { target: { value: '123' } });
    await act(() => router.navigate('/'));
    await act(() => router.navigate('/auth'));
    expect(await screen.findByLabelText<HTMLInputElement>('OTP')).toHaveProperty('value', '123');
    expect(screen.getByLabelText('E-mail')).toHaveProperty('readOnly', true);
    fireEvent.click(screen.getByRole('button', { name: 'Change e-mail' }));
  });

  it('is sent from /auth/next to the sign-in page', async () => {
    const router = visit(routes, '/auth/next');
    await screen.findByRole('heading', { name: 'Account Access' });
    expect(router.state.location.pathname).toBe('/auth');
  });

  it('is sent home from /auth/x as it was left, and keeps what the browser keeps', async () => {
    watchParty({ kind: 'user', id: 'ada', name: 'Ada', seen: 1 });
    const router = visit({ '/auth/x': { Component: SignOut } }, '/auth/x');
    await waitFor(() => expect(router.state.location.pathname).toBe('/'));
    expect(watchedParties()).toHaveLength(1);
  });

  it('is sent home from /auth/x', async () => {
    const router = visit(routes, '/auth/x');
    await waitFor(() => expect(router.state.location.pathname).toBe('/'));
  });
});
