import { getDefaultStore, useAtomValue } from 'jotai';
import { sessionAtom } from './session-of-page.ts';
import type { Session } from './session-state.ts';

// biome-ignore lint/performance/noBarrelFile: what knows no React is there once, for every React of a page
export {
  clearStored,
  currentSession,
  prepareSignIn,
  signIn,
  signOut,
  startSession,
} from './session-of-page.ts';
export type { Session, SessionUser } from './session-state.ts';

/** Who is here, in a component; re-renders when it changes, also by another tab. */
export function useSession(): Session {
  return useAtomValue(sessionAtom, { store: getDefaultStore() });
}
