import { useEffect, useSyncExternalStore } from 'react';
import type { SignIn, Snapshot } from './sign-in.ts';

const second = 1_000;

/** The sign-in as it is now, a second at a time; the page that shows it opens it. */
export function useSignIn(signIn: SignIn): Snapshot {
  const snapshot = useSyncExternalStore(signIn.subscribe, signIn.state);
  useEffect(() => {
    signIn.dispatch({ type: 'open' });
    const tick = () => signIn.dispatch({ type: 'tick' });
    const timer = setInterval(tick, second);
    // Timers rest in hidden and sleeping pages.
    const shown = new AbortController();
    document.addEventListener('visibilitychange', tick, { signal: shown.signal });
    addEventListener('pageshow', tick, { signal: shown.signal });
    return () => {
      clearInterval(timer);
      shown.abort();
    };
  }, [signIn]);
  return snapshot;
}
