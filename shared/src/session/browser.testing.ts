import { deleteApp, getApps } from 'firebase/app';
import { afterEach, beforeEach, vi } from 'vitest';
import { startIdentityService } from './identity-service.testing.ts';

export type IdentityService = Awaited<ReturnType<typeof startIdentityService>>;

export const storedUserKey = 'firebase:authUser:key:[DEFAULT]';
/** For what the SDK does in its own time. */
export const patiently = { interval: 5, timeout: 60_000 };

/**
 * A browser for each test of a file, empty at first, and an identity service for its pages. Wants
 * `vi.mock('firebase/auth', …)` with `firebaseForBrowsers` in the file itself, where it is hoisted.
 */
export function emptyBrowser(more: { syncUrl?: string } = {}) {
  let service: IdentityService;
  beforeEach(async () => {
    service = await startIdentityService();
    const identity = {
      apiKey: 'key',
      authDomain: 'localhost',
      projectId: 'local',
      emulatorUrl: service.url,
      ...more,
    };
    const configuration = {
      productName: 'Tallystick',
      siteMode: 'main',
      ledgerUrl: 'http://localhost:4100',
      ledgerToken: 'public-local',
      live: { appId: 'ledger-local', apiKey: 'live-local' },
      identity,
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
  /** The service has been asked for `name`; waits without moving a clock that the test holds. */
  async function asked(name: string) {
    while (!service.heard.includes(name)) await new Promise((resolve) => setImmediate(resolve));
  }

  return {
    get service() {
      return service;
    },
    asked,
    closePage,
    openPage,
    /** The file with the SDK cannot be loaded by pages that open from now on. */
    loseSdk: () =>
      vi.doMock('./firebase-provider.ts', () => {
        throw new Error('the file is gone');
      }),
    findSdk: () => vi.doUnmock('./firebase-provider.ts'),
    /** Somebody signs in on a page and leaves. */
    signedInBefore: async (email = 'ann@example.org') => {
      const page = await openPage();
      await page.startSession();
      await page.signIn(email);
      await closePage();
      service.heard.length = 0;
    },
    /** A page that opens while the provider does not answer, once it has given up waiting. */
    openPageInSilence: async () => {
      service.hold();
      const page = await openPage();
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
      const started = page.startSession();
      await asked('lookup');
      await vi.advanceTimersByTimeAsync(3_000);
      await started;
      return page;
    },
    /** The provider answers all that it was asked, and the SDK has done what follows. */
    settled: async () => {
      vi.useRealTimers();
      service.release();
      const { getAuth } = await import('firebase/auth');
      await getAuth().authStateReady();
      await getAuth().updateCurrentUser(getAuth().currentUser);
    },
    changeInAnotherTab: (key: string, newValue: string | null) => {
      const oldValue = localStorage.getItem(key);
      if (newValue === null) localStorage.removeItem(key);
      else localStorage.setItem(key, newValue);
      const change = { key, oldValue, newValue, storageArea: localStorage };
      dispatchEvent(new StorageEvent('storage', change));
    },
  };
}
