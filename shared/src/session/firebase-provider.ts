import { initializeApp } from 'firebase/app';
import {
  browserLocalPersistence,
  connectAuthEmulator,
  initializeAuth,
  onAuthStateChanged,
  signInAnonymously,
  signOut,
} from 'firebase/auth';
import type { SiteConfiguration } from '../contracts/site.ts';
import { watchTokens } from './firebase-tokens.ts';
import type { Provider } from './provider.ts';
import { providerFailure } from './provider-failure.ts';

/**
 * Firebase as identity provider; this module brings its SDK along, so load it when needed.
 * Without a popup resolver, which would be half of its size.
 */
export function firebaseProvider(identity: SiteConfiguration['identity']): Provider {
  const { apiKey, authDomain, projectId, emulatorUrl } = identity;
  const app = initializeApp({ apiKey, authDomain, projectId });
  const auth = initializeAuth(app, { persistence: browserLocalPersistence });
  if (emulatorUrl) connectAuthEmulator(auth, emulatorUrl, { disableWarnings: true });
  return {
    watch: (listener) => {
      onAuthStateChanged(auth, (user) => listener(user?.uid ?? null));
    },
    watchToken: (listener) => {
      watchTokens(app, (token) => {
        const id = auth.currentUser?.uid;
        listener(token === null || id === undefined ? null : { id, token });
      });
    },
    signIn: async () => {
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
