// @vitest-environment jsdom
import { getApps } from 'firebase/app';
import { describe, expect, it, vi } from 'vitest';
import { emptyBrowser, storedUserKey } from './browser.testing.ts';

vi.mock('firebase/auth', async () =>
  (await import('./firebase-for-browsers.testing.ts')).firebaseForBrowsers(),
);
const browser = emptyBrowser();

describe('signIn', () => {
  it('signs in, and is known at once', async () => {
    const { currentSession, signIn, startSession } = await browser.openPage();
    await startSession();
    const user = { id: 'user-1', email: 'ann@example.org' };
    await expect(signIn('ann@example.org')).resolves.toEqual({ ok: true, code: 200, data: user });
    expect(currentSession()).toEqual({ status: 'signed-in', user });
    expect(localStorage.getItem('auth')).toBe('{"id":"user-1","email":"ann@example.org"}');
    expect(localStorage.getItem(storedUserKey)).toContain('user-1');
  });

  it('does nothing for who is signed in', async () => {
    const { signIn } = await browser.openPage();
    await signIn('ann@example.org');
    browser.service.heard.length = 0;
    await expect(signIn('ann@example.org')).resolves.toMatchObject({ data: { id: 'user-1' } });
    expect(browser.service.heard).toEqual([]);
  });

  it('is another user under another e-mail', async () => {
    const { currentSession, signIn } = await browser.openPage();
    await signIn('ann@example.org');
    await signIn('bob@example.org');
    expect(currentSession()).toEqual({
      status: 'signed-in',
      user: { id: 'user-2', email: 'bob@example.org' },
    });
  });

  it.each([
    ['ADMIN_ONLY_OPERATION', 403, 'Signing in is switched off on this site.'],
    [
      'TOO_MANY_ATTEMPTS_TRY_LATER',
      429,
      'Too many attempts. Please wait a few minutes and try again.',
    ],
    ['SOMETHING_ELSE', 500, 'Signing in failed. Please try again.'],
  ])('says what %s means', async (message, code, error) => {
    browser.service.refuse(message);
    const { currentSession, signIn, startSession } = await browser.openPage();
    await startSession();
    await expect(signIn('ann@example.org')).resolves.toEqual({ ok: false, code, error });
    expect(currentSession()).toEqual({ status: 'visitor' });
    expect(localStorage.getItem('auth')).toBeNull();
  });

  it('says that the provider cannot be reached', async () => {
    await browser.service.close();
    const { signIn } = await browser.openPage();
    await expect(signIn('ann@example.org')).resolves.toEqual({
      ok: false,
      code: 0,
      error: 'The sign-in service cannot be reached. Check your connection and try again.',
    });
  });

  it('says that the SDK cannot be loaded', async () => {
    browser.loseSdk();
    const { signIn } = await browser.openPage();
    await expect(signIn('ann@example.org')).resolves.toEqual({
      ok: false,
      code: 0,
      error: 'The sign-in service cannot be loaded. Check your connection and try again.',
    });
  });
});

describe('signOut', () => {
  it('makes a visitor, and forgets the user', async () => {
    await browser.signedInBefore();
    const { currentSession, signOut, startSession } = await browser.openPage();
    await startSession();
    await signOut();
    expect(currentSession()).toEqual({ status: 'visitor' });
    expect([localStorage.getItem(storedUserKey), localStorage.getItem('auth')]).toEqual([
      null,
      null,
    ]);
  });

  it('needs neither SDK nor provider', async () => {
    await browser.signedInBefore();
    const { currentSession, signOut } = await browser.openPage();
    await signOut();
    expect(currentSession()).toEqual({ status: 'visitor' });
    expect(localStorage.getItem(storedUserKey)).toBeNull();
    expect([getApps(), browser.service.heard]).toEqual([[], []]);
  });

  it('holds at once, and for good, while the provider does not answer', async () => {
    await browser.signedInBefore();
    const { currentSession, signOut } = await browser.openPageInSilence();
    const out = signOut();
    expect(currentSession()).toEqual({ status: 'visitor' });
    expect(localStorage.getItem(storedUserKey)).toBeNull();
    await vi.advanceTimersByTimeAsync(3_000);
    await out;
    await browser.settled();
    expect(currentSession()).toEqual({ status: 'visitor' });
    expect(localStorage.getItem(storedUserKey)).toBeNull();
  });

  it('loads nothing for a visitor', async () => {
    const { signOut } = await browser.openPage();
    await signOut();
    expect(getApps()).toEqual([]);
  });
});
