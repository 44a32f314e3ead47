// @vitest-environment jsdom
import { renderHook, waitFor } from '@testing-library/react';
import { getApps } from 'firebase/app';
import { describe, expect, it, vi } from 'vitest';
import { emptyBrowser, patiently, storedUserKey } from './browser.testing.ts';

vi.mock('firebase/auth', async () =>
  (await import('./firebase-for-browsers.testing.ts')).firebaseForBrowsers(),
);
const browser = emptyBrowser();

describe('startSession', () => {
  it('is loading before it is called', async () => {
    const { currentSession } = await browser.openPage();
    expect(currentSession()).toEqual({ status: 'loading' });
  });

  it('finds a visitor without asking the provider or loading its SDK', async () => {
    const { currentSession, startSession } = await browser.openPage();
    await startSession();
    expect(currentSession()).toEqual({ status: 'visitor' });
    expect([getApps(), browser.service.heard]).toEqual([[], []]);
  });

  it.each(['', 'null', '{', '{"uid":7}'])(
    'finds a visitor if the stored user is %j',
    async (text) => {
      localStorage.setItem(storedUserKey, text);
      const { currentSession, startSession } = await browser.openPage();
      await startSession();
      expect(currentSession()).toEqual({ status: 'visitor' });
      expect(getApps()).toEqual([]);
    },
  );

  it('gives the same promise again', async () => {
    const { startSession } = await browser.openPage();
    expect(startSession()).toBe(startSession());
  });

  it('finds who signed in before, with the e-mail as typed', async () => {
    await browser.signedInBefore('Ann@Example.org');
    const { currentSession, startSession } = await browser.openPage();
    await startSession();
    expect(currentSession()).toEqual({
      status: 'signed-in',
      user: { id: 'user-1', email: 'Ann@Example.org' },
    });
    expect(browser.service.heard).toEqual(['lookup']);
  });

  it.each(['', '{"id":"user-1","email":7}', '{"id":"user-0","email":"bob@example.org"}', 'ann'])(
    'knows no e-mail if %j is stored',
    async (text) => {
      await browser.signedInBefore();
      localStorage.setItem('auth', text);
      const { currentSession, startSession } = await browser.openPage();
      await startSession();
      expect(currentSession()).toEqual({
        status: 'signed-in',
        user: { id: 'user-1', email: null },
      });
    },
  );

  it('finds a visitor if the provider no longer knows who signed in', async () => {
    await browser.signedInBefore();
    browser.service.forgetUsers();
    const { currentSession, startSession } = await browser.openPage();
    await startSession();
    expect(currentSession()).toEqual({ status: 'visitor' });
    expect(localStorage.getItem(storedUserKey)).toBeNull();
  });

  it('keeps who signed in before while the provider cannot be reached', async () => {
    await browser.signedInBefore();
    await browser.service.close();
    const { currentSession, startSession } = await browser.openPage();
    await startSession();
    expect(currentSession()).toMatchObject({ status: 'signed-in', user: { id: 'user-1' } });
  });

  it('waits three seconds for a provider that does not answer, then goes by what is kept', async () => {
    await browser.signedInBefore();
    browser.service.hold();
    const { currentSession, startSession } = await browser.openPage();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const started = startSession();
    await vi.advanceTimersByTimeAsync(2_999);
    expect(currentSession()).toEqual({ status: 'loading' });
    await vi.advanceTimersByTimeAsync(1);
    await started;
    const user = { id: 'user-1', email: 'ann@example.org' };
    expect(currentSession()).toEqual({ status: 'signed-in', user });
  });

  it('takes the word of a provider that answers late', async () => {
    await browser.signedInBefore();
    browser.service.forgetUsers();
    const { currentSession } = await browser.openPageInSilence();
    expect(currentSession().status).toBe('signed-in');
    await browser.settled();
    expect(currentSession()).toEqual({ status: 'visitor' });
  });

  it('goes by what is kept when the SDK cannot be loaded, and tries again', async () => {
    await browser.signedInBefore();
    browser.loseSdk();
    const { currentSession, startSession } = await browser.openPage();
    await startSession();
    expect(currentSession()).toMatchObject({ status: 'signed-in', user: { id: 'user-1' } });
    expect(browser.service.heard).toEqual([]);
    browser.findSdk();
    dispatchEvent(new Event('online'));
    await vi.waitFor(() => expect(browser.service.heard).toEqual(['lookup']), patiently);
  });

  it('tries again after a second, as for all that comes late', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0);
    await browser.signedInBefore();
    browser.loseSdk();
    const { startSession } = await browser.openPage();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    await startSession();
    browser.findSdk();
    await vi.advanceTimersByTimeAsync(1_000);
    vi.useRealTimers();
    vi.restoreAllMocks();
    await vi.waitFor(() => expect(browser.service.heard).toEqual(['lookup']), patiently);
  });
});

describe('useSession', () => {
  it('follows the session', async () => {
    const { signIn, startSession, useSession } = await browser.openPage();
    const { result } = renderHook(() => useSession());
    expect(result.current).toEqual({ status: 'loading' });
    startSession();
    await waitFor(() => expect(result.current).toEqual({ status: 'visitor' }));
    await signIn('ann@example.org');
    await waitFor(() => expect(result.current.status).toBe('signed-in'));
  });
});

describe('clearStored', () => {
  it('forgets what the product keeps, and nothing else', async () => {
    for (const key of ['auth', 'indx', 'bznx', 'indz', 'bznz', 'watched-parties', 'other']) {
      localStorage.setItem(key, 'x');
    }
    const { clearStored } = await browser.openPage();
    clearStored();
    expect(Object.keys(localStorage)).toEqual(['other']);
  });
});
