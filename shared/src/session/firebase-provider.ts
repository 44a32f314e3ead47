import { _getProvider, type FirebaseApp, initializeApp } from 'firebase/app';
import {
  browserLocalPersistence,
  connectAuthEmulator,
  initializeAuth,
  onAuthStateChanged,
  signInAnonymously,
  signOut,
} from 'firebase/auth';
import type { Answer } from '../api/answer.ts';
import type { SiteConfiguration } from '../contracts/site.ts';
import { providerFailure } from './provider-failure.ts';

// The published types leave this out. Each other product of Firebase uses it, and only
// who does makes the SDK renew tokens ahead of time.
declare module 'firebase/app' {
  function _getProvider(
    app: FirebaseApp,
    name: 'auth-internal',
  ): { getImmediate(): { addAuthTokenListener(listen: (token: string | null) => void): void } };
}

/** The identity provider, as far as the session needs it. */
export type Provider = ReturnType<typeof firebaseProvider>;

/**
 * Firebase as identity provider; this module brings its SDK along, so load it when needed.
 * It has no popup resolver, which would be half of its size.
 */
export function firebaseProvider(identity: SiteConfiguration['identity']) {
  const { apiKey, authDomain, projectId, emulatorUrl } = identity;
  const app = initializeApp({ apiKey, authDomain, projectId });
  const auth = initializeAuth(app, { persistence: browserLocalPersistence });
  if (emulatorUrl) connectAuthEmulator(auth, emulatorUrl, { disableWarnings: true });
  return {
    /** Tells the id of the signed-in user, or null: at first, and at each change, in any tab. */
    watch: (listener: (id: string | null) => void) => {
      onAuthStateChanged(auth, (user) => listener(user?.uid ?? null));
    },
    /**
     * Tells whose token is valid now, for a server to verify, or null: at first, and at each change. While
     * somebody listens, it is renewed five minutes before it expires; without network that is tried again
     * after 30 s, 1 min, … 16 min.
     */
    watchToken: (listener: (token: { id: string; token: string } | null) => void) => {
      const tokens = _getProvider(app, 'auth-internal').getImmediate();
      tokens.addAuthTokenListener((token) => {
        const id = auth.currentUser?.uid;
        listener(token === null || id === undefined ? null : { id, token });
      });
    },
    /** Resolves to the id of a new user. */
    signIn: async (): Promise<Answer<string>> => {
      try {
        const { user } = await signInAnonymously(auth);
        return { ok: true, code: 200, data: user.uid };
      } catch (error) {
        return providerFailure(error);
      }
    },
    signOut: () => signOut(auth),
  };
}
