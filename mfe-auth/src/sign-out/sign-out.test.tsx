// @vitest-environment jsdom
import * as session from '@tallystick/shared/session';
import { visit } from '@tallystick/shared/testing/visit';
import { act, cleanup } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { SignOut } from './sign-out.tsx';

vi.mock('@tallystick/shared/session', async (original) => ({
  ...(await original<typeof session>()),
  currentSession: () => ({ status: 'signed-in', user: { id: 'ada', email: 'ada@example.org' } }),
  clearStored: vi.fn(),
  signOut: vi.fn(async () => {}),
}));

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  cleanup();
  vi.clearAllMocks();
  vi.useRealTimers();
});

const depart = () => visit({ '/auth/x': { Component: SignOut } }, '/auth/x');
const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));

describe('signing out', () => {
  it('clears at once, signs out after two seconds, then goes home', async () => {
    const router = depart();
    expect(session.clearStored).toHaveBeenCalledTimes(1);
    await pass(1_999);
    expect(session.signOut).not.toHaveBeenCalled();
    expect(router.state.location.pathname).toBe('/auth/x');
    await pass(1);
    expect(session.signOut).toHaveBeenCalledTimes(1);
    expect(router.state.location.pathname).toBe('/');
  });

  it('happens at once when the page is left earlier, and goes nowhere then', async () => {
    const router = depart();
    await pass(500);
    await act(() => router.navigate('/assets'));
    expect(session.signOut).toHaveBeenCalledTimes(1);
    await pass(5_000);
    expect(session.signOut).toHaveBeenCalledTimes(1);
    expect(router.state.location.pathname).toBe('/assets');
  });

  it('leads nobody home who is on the way to another page when it happens', async () => {
    const { promise, resolve } = Promise.withResolvers<null>();
    const slow = { Component: () => <p>Slow</p>, loader: () => promise };
    const router = visit({ '/auth/x': { Component: SignOut }, '/slow': slow }, '/auth/x');
    await act(async () => void router.navigate('/slow'));
    await pass(2_000);
    expect(session.signOut).toHaveBeenCalledTimes(1);
    await act(async () => resolve(null));
    await pass(0);
    expect(router.state.location.pathname).toBe('/slow');
    expect(session.signOut).toHaveBeenCalledTimes(1);
  });

  it('happens at once when the page is closed earlier', async () => {
    depart();
    await pass(500);
    dispatchEvent(new Event('pagehide'));
    expect(session.signOut).toHaveBeenCalledTimes(1);
  });

  it('happens once, also when going home leaves the page', async () => {
    depart();
    await pass(2_000);
    await pass(5_000);
    expect(session.signOut).toHaveBeenCalledTimes(1);
  });
});
