// @vitest-environment jsdom
import { renderHook, waitFor } from '@testing-library/react';
import { deleteApp, getApps } from 'firebase/app';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startIdentityService } from './identity-service.testing.ts';

// Node would take firebase's build for servers, which keeps nothing in local storage.
vi.mock('firebase/auth', async () => {
  const { createRequire } = await import('node:module');
  const { pathToFileURL } = await import('node:url');
  const firebase = createRequire(import.meta.url).resolve('firebase/auth');
  const forServers = createRequire(firebase).resolve('@firebase/auth');
  return import(new URL('../esm/index.js', pathToFileURL(forServers)).href);
});

// A busy machine may take its time to load the SDK.
vi.setConfig({ testTimeout: 20_000 });

const patiently = { interval: 5, timeout: 15_000 };
const storedUserKey = 'firebase:authUser:key:[DEFAULT]';
let service: Awaited<ReturnType<typeof startIdentityService>>;

beforeEach(async () => {
  service = await startIdentityService();
  const configuration = {
    productName: 'Tallystick',
    siteMode: 'main',
    ledgerUrl: 'http://localhost:4100',
    ledgerToken: 'public-local',
    live: { appId: 'ledger-local', apiKey: 'live-local' },
    identity: {
      apiKey: 'key',
      authDomain: 'localhost',
      projectId: 'local',
      emulatorUrl: service.url,
    },
  };
  document.head.innerHTML = `<script type="application/json" id="site-configuration">${JSON.stringify(configuration)}</script>`;
});
afterEach(async () => {
  vi.useRealTimers();
  await closePage();
  localStorage.clear();
  await service.close();
});

/** What a reload leaves behind: local storage, and nothing else. */
async function closePage() {
  await Promise.all(getApps().map(deleteApp));
  vi.doUnmock('./firebase-provider.ts');
  vi.resetModules();
}

const openPage = () => import('@tallystick/shared/session');

/** A browser in which somebody signed in, and left. */
async function signedInBefore(email = 'ann@example.org') {
  const page = await openPage();
  await page.startSession();
  await page.signIn(email);
  await closePage();
  service.heard.length = 0;
}

function changeInAnotherTab(key: string, newValue: string | null) {
  if (newValue === null) localStorage.removeItem(key);
  else localStorage.setItem(key, newValue);
  dispatchEvent(new StorageEvent('storage', { key, newValue, storageArea: localStorage }));
}

describe('startSession', () => {
  it('is loading before it is called', async () => {
    const { currentSession } = await openPage();
    expect(currentSession()).toEqual({ status: 'loading' });
  });

  it('finds a visitor without asking the provider or loading its SDK', async () => {
    const { currentSession, startSession } = await openPage();
    await startSession();
    expect(currentSession()).toEqual({ status: 'visitor' });
    expect([getApps(), service.heard]).toEqual([[], []]);
  });

  it.each(['', 'null', '{', '{"uid":7}'])(
    'finds a visitor if the stored user is %j',
    async (text) => {
      localStorage.setItem(storedUserKey, text);
      const { currentSession, startSession } = await openPage();
      await startSession();
      expect(currentSession()).toEqual({ status: 'visitor' });
      expect(getApps()).toEqual([]);
    },
  );

  it('gives the same promise again', async () => {
    const { startSession } = await openPage();
    expect(startSession()).toBe(startSession());
  });

  it('finds who signed in before, with the e-mail as typed', async () => {
    await signedInBefore('Ann@Example.org');
    const { currentSession, startSession } = await openPage();
    await startSession();
    expect(currentSession()).toEqual({
      status: 'signed-in',
      user: { id: 'user-1', email: 'Ann@Example.org' },
    });
    expect(service.heard).toEqual(['lookup']);
  });

  it.each(['', '{"email":7}', 'ann@example.org'])(
    'knows no e-mail if %j is stored',
    async (text) => {
      await signedInBefore();
      localStorage.setItem('auth', text);
      const { currentSession, startSession } = await openPage();
      await startSession();
      expect(currentSession()).toEqual({
        status: 'signed-in',
        user: { id: 'user-1', email: null },
      });
    },
  );

  it('finds a visitor if the provider no longer knows who signed in', async () => {
    await signedInBefore();
    service.forgetUsers();
    const { currentSession, startSession } = await openPage();
    await startSession();
    expect(currentSession()).toEqual({ status: 'visitor' });
    expect(localStorage.getItem(storedUserKey)).toBeNull();
  });

  it('keeps who signed in before while the provider cannot be reached', async () => {
    await signedInBefore();
    await service.close();
    const { currentSession, startSession } = await openPage();
    await startSession();
    expect(currentSession()).toMatchObject({ status: 'signed-in', user: { id: 'user-1' } });
  });

  it('goes on as a visitor when the provider does not answer, until it does', async () => {
    await signedInBefore();
    service.hold();
    const { currentSession, startSession } = await openPage();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const started = startSession();
    expect(currentSession()).toEqual({ status: 'loading' });
    await vi.advanceTimersByTimeAsync(4_000);
    await started;
    expect(currentSession()).toEqual({ status: 'visitor' });
    service.release();
    await vi.waitFor(() => expect(currentSession().status).toBe('signed-in'), patiently);
  });

  it('goes on as a visitor when the SDK cannot be loaded, and tries again', async () => {
    await signedInBefore();
    vi.doMock('./firebase-provider.ts', () => {
      throw new Error('the file is gone');
    });
    const { currentSession, startSession } = await openPage();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const started = startSession();
    await vi.advanceTimersByTimeAsync(4_000);
    await started;
    expect(currentSession()).toEqual({ status: 'visitor' });
    vi.doUnmock('./firebase-provider.ts');
    dispatchEvent(new Event('online'));
    await vi.waitFor(() => expect(currentSession().status).toBe('signed-in'), patiently);
  });
});

describe('signIn', () => {
  it('signs in, and is known at once', async () => {
    const { currentSession, signIn, startSession } = await openPage();
    await startSession();
    const user = { id: 'user-1', email: 'ann@example.org' };
    await expect(signIn('ann@example.org')).resolves.toEqual({ ok: true, code: 200, data: user });
    expect(currentSession()).toEqual({ status: 'signed-in', user });
    expect(localStorage.getItem('auth')).toBe('{"email":"ann@example.org"}');
    expect(localStorage.getItem(storedUserKey)).toContain('user-1');
  });

  it('does nothing for who is signed in', async () => {
    const { signIn } = await openPage();
    await signIn('ann@example.org');
    service.heard.length = 0;
    await expect(signIn('ann@example.org')).resolves.toMatchObject({ data: { id: 'user-1' } });
    expect(service.heard).toEqual([]);
  });

  it('is another user under another e-mail', async () => {
    const { currentSession, signIn } = await openPage();
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
    service.refuse(message);
    const { currentSession, signIn, startSession } = await openPage();
    await startSession();
    await expect(signIn('ann@example.org')).resolves.toEqual({ ok: false, code, error });
    expect(currentSession()).toEqual({ status: 'visitor' });
    expect(localStorage.getItem('auth')).toBeNull();
  });

  it('says that the provider cannot be reached', async () => {
    await service.close();
    const { signIn } = await openPage();
    await expect(signIn('ann@example.org')).resolves.toEqual({
      ok: false,
      code: 0,
      error: 'The sign-in service cannot be reached. Please try again.',
    });
  });

  it('says that the SDK cannot be loaded', async () => {
    vi.doMock('./firebase-provider.ts', () => {
      throw new Error('the file is gone');
    });
    const { signIn } = await openPage();
    await expect(signIn('ann@example.org')).resolves.toEqual({
      ok: false,
      code: 0,
      error: 'The sign-in service cannot be loaded. Please try again.',
    });
  });
});

describe('signOut', () => {
  it('makes a visitor, and forgets the user', async () => {
    await signedInBefore();
    const { currentSession, signOut, startSession } = await openPage();
    await startSession();
    await signOut();
    expect(currentSession()).toEqual({ status: 'visitor' });
    expect([localStorage.getItem(storedUserKey), localStorage.getItem('auth')]).toEqual([
      null,
      null,
    ]);
  });

  it('does so without the SDK as well', async () => {
    await signedInBefore();
    vi.doMock('./firebase-provider.ts', () => {
      throw new Error('the file is gone');
    });
    const { currentSession, signOut } = await openPage();
    await signOut();
    expect(currentSession()).toEqual({ status: 'visitor' });
    expect(localStorage.getItem(storedUserKey)).toBeNull();
  });

  it('loads nothing for a visitor', async () => {
    const { signOut } = await openPage();
    await signOut();
    expect(getApps()).toEqual([]);
  });
});

describe('another tab', () => {
  it('that signs in signs this one in', async () => {
    await signedInBefore();
    const stored = localStorage.getItem(storedUserKey);
    localStorage.removeItem(storedUserKey);
    const { currentSession, startSession } = await openPage();
    await startSession();
    expect(currentSession()).toEqual({ status: 'visitor' });
    changeInAnotherTab(storedUserKey, stored);
    await vi.waitFor(
      () =>
        expect(currentSession()).toEqual({
          status: 'signed-in',
          user: { id: 'user-1', email: 'ann@example.org' },
        }),
      patiently,
    );
  });

  it('that signs out signs this one out', async () => {
    await signedInBefore();
    const { currentSession, startSession } = await openPage();
    await startSession();
    changeInAnotherTab(storedUserKey, null);
    await vi.waitFor(() => expect(currentSession()).toEqual({ status: 'visitor' }), patiently);
  });
});

describe('useSession', () => {
  it('follows the session', async () => {
    const { signIn, startSession, useSession } = await openPage();
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
    for (const key of ['auth', 'indx', 'bznx', 'indz', 'bznz', 'other']) {
      localStorage.setItem(key, 'x');
    }
    const { clearStored } = await openPage();
    clearStored();
    expect(Object.keys(localStorage)).toEqual(['other']);
  });
});
