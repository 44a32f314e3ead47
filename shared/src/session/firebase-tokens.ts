import { _getProvider, type FirebaseApp } from 'firebase/app';

interface AuthInternal {
  addAuthTokenListener(listener: (token: string | null) => void): void;
}

// The published types leave this out. Each other product of Firebase uses it, and only
// who does makes the SDK renew tokens ahead of time.
declare module 'firebase/app' {
  function _getProvider(app: FirebaseApp, name: 'auth-internal'): { getImmediate(): AuthInternal };
}

/**
 * Tells the present token of `app`'s signed-in user, or null, and each one that follows. From then
 * on the SDK renews it five minutes before it expires; without network it tries again after 30 s,
 * 1 min, … 16 min.
 */
export function watchTokens(app: FirebaseApp, listener: (token: string | null) => void): void {
  _getProvider(app, 'auth-internal').getImmediate().addAuthTokenListener(listener);
}
