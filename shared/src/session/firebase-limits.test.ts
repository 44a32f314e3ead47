// @vitest-environment jsdom
import { initializeApp } from 'firebase/app';
import { getStorage } from 'firebase/storage';
import { expect, it, vi } from 'vitest';

// What section 9 of the specification says of the provider's SDK and no page of ours does by itself.

it('storage is tried again for 120 s, and an upload for 600 s', () => {
  const storage = getStorage(initializeApp({ storageBucket: 'bucket' }, 'limits'));
  expect(storage.maxOperationRetryTime).toBe(120_000);
  expect(storage.maxUploadRetryTime).toBe(600_000);
});

it('a call that gets no answer is given up after 60 s on a mobile device', async () => {
  // How the SDK knows one: an app that embeds the browser says so.
  vi.stubGlobal('cordova', {});
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (Linux; Android 16)');
  vi.stubGlobal('fetch', () => new Promise(() => {}));
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const { initializeAuth, signInAnonymously } = await import('firebase/auth');
  const auth = initializeAuth(initializeApp({ apiKey: 'key' }, 'mobile'));
  await auth.authStateReady();
  let failure: unknown;
  signInAnonymously(auth).catch((error: unknown) => {
    failure = error;
  });
  await vi.advanceTimersByTimeAsync(59_000);
  expect(failure).toBeUndefined();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(failure).toMatchObject({ code: 'auth/network-request-failed' });
  vi.useRealTimers();
});
