import { useEffect, useSyncExternalStore } from 'react';
import { entering } from './machine.ts';
import type { SignIn, Snapshot } from './sign-in.ts';

const second = 1_000;
/** The state with which the server renders a page, since it does not know the tab. */
const unknown: Snapshot = { state: entering(), now: 0 };

/** The sign-in as it is now, a second at a time; the page that shows it opens it. */
export function useSignIn(signIn: SignIn): Snapshot {
  const snapshot = useSyncExternalStore(signIn.subscribe, signIn.state, () => unknown);
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
