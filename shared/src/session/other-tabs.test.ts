// @vitest-environment jsdom
import { describe, expect, it, vi } from 'vitest';
import { emptyBrowser, patiently, storedUserKey } from './browser.testing.ts';

vi.mock('firebase/auth', async () =>
  (await import('./firebase-for-browsers.testing.ts')).firebaseForBrowsers(),
);
const browser = emptyBrowser();

describe('another tab', () => {
  it('that signs in signs this one in', async () => {
    await browser.signedInBefore();
    const stored = localStorage.getItem(storedUserKey);
    localStorage.removeItem(storedUserKey);
    const { currentSession, startSession } = await browser.openPage();
    await startSession();
    expect(currentSession()).toEqual({ status: 'visitor' });
    browser.changeInAnotherTab(storedUserKey, stored);
    await vi.waitFor(() => expect(currentSession().status).toBe('signed-in'), patiently);
    browser.changeInAnotherTab('auth', '{"id":"user-1","email":"ann@example.org"}');
    expect(currentSession()).toEqual({
      status: 'signed-in',
      user: { id: 'user-1', email: 'ann@example.org' },
    });
  });

  it('that signs in as somebody else changes who is here', async () => {
    await browser.signedInBefore();
    const stored = localStorage.getItem(storedUserKey) ?? '';
    const { currentSession, startSession } = await browser.openPage();
    await startSession();
    browser.changeInAnotherTab(storedUserKey, null);
    browser.changeInAnotherTab(storedUserKey, stored.replaceAll('user-1', 'user-7'));
    browser.changeInAnotherTab('auth', '{"id":"user-7","email":"bob@example.org"}');
    await vi.waitFor(
      () =>
        expect(currentSession()).toEqual({
          status: 'signed-in',
          user: { id: 'user-7', email: 'bob@example.org' },
        }),
      patiently,
    );
  });

  it('that signs in while a sign-in fails here signs this one in', async () => {
    await browser.signedInBefore();
    const stored = localStorage.getItem(storedUserKey);
    localStorage.clear();
    const { currentSession, startSession, signIn } = await browser.openPage();
    await startSession();
    browser.service.hold();
    const signingIn = signIn('bob@example.org');
    await browser.asked('signUp');
    browser.changeInAnotherTab(storedUserKey, stored);
    browser.changeInAnotherTab('auth', '{"id":"user-1","email":"ann@example.org"}');
    browser.service.refuse('QUOTA_EXCEEDED');
    browser.service.release();
    expect(await signingIn).toMatchObject({ ok: false });
    expect(currentSession()).toEqual({
      status: 'signed-in',
      user: { id: 'user-1', email: 'ann@example.org' },
    });
  });

  it('that empties local storage signs this one out', async () => {
    await browser.signedInBefore();
    const { currentSession, startSession } = await browser.openPage();
    await startSession();
    localStorage.clear();
    dispatchEvent(new StorageEvent('storage', { key: null, storageArea: localStorage }));
    expect(currentSession()).toEqual({ status: 'visitor' });
  });

  it('that signs out signs this one out', async () => {
    await browser.signedInBefore();
    const { currentSession, startSession } = await browser.openPage();
    await startSession();
    browser.changeInAnotherTab(storedUserKey, null);
    await vi.waitFor(() => expect(currentSession()).toEqual({ status: 'visitor' }), patiently);
  });
});

describe('another tab, while the provider does not answer here,', () => {
  it('signs this one out for good', async () => {
    await browser.signedInBefore();
    const { currentSession } = await browser.openPageInSilence();
    browser.changeInAnotherTab(storedUserKey, null);
    expect(currentSession()).toEqual({ status: 'visitor' });
    await browser.settled();
    expect(currentSession()).toEqual({ status: 'visitor' });
    expect(localStorage.getItem(storedUserKey)).toBeNull();
  });
});
