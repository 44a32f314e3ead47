import { siteConfiguration } from '@tallystick/shared/site';
import { atom, getDefaultStore, useAtomValue } from 'jotai';
import type { Answer } from '../api/answer.ts';
import { createKeeper, type Keeper } from './keeper.ts';
import type { Session, SessionUser } from './session-state.ts';
import { forgetProductKeys } from './stored.ts';

export type { Session, SessionUser } from './session-state.ts';

const sessionAtom = atom<Session>({ status: 'loading' });
const store = getDefaultStore();
let keeper: Keeper | undefined;
let started: Promise<void> | undefined;

function theKeeper(): Keeper {
  if (keeper) return keeper;
  const { identity } = siteConfiguration();
  keeper = createKeeper({
    apiKey: identity.apiKey,
    load: async () => {
      const { firebaseProvider } = await import('./firebase-provider.ts');
      return firebaseProvider(identity);
    },
    get: () => store.get(sessionAtom),
    set: (session) => store.set(sessionAtom, session),
  });
  return keeper;
}

/** Who is here, in a component; re-renders when it changes, also by another tab. */
export function useSession(): Session {
  return useAtomValue(sessionAtom, { store });
}

/** Who is here, outside a component: for loaders, after `startSession` has resolved. */
export function currentSession(): Session {
  return store.get(sessionAtom);
}

/**
 * Resolves at the first authentication state: at once, without loading the identity SDK, if this
 * browser keeps no signed-in user; else when the provider has answered, or after a few seconds as
 * a visitor, while the provider is still asked. Never rejects. Again: the same promise.
 */
export function startSession(): Promise<void> {
  started ??= theKeeper().start();
  return started;
}

/** Signs in at the identity provider after a checked code; `email` is kept for display. */
export function signIn(email: string): Promise<Answer<SessionUser>> {
  return theKeeper().signIn(email);
}

/** Signs out at the identity provider, in every tab. Never rejects. */
export function signOut(): Promise<void> {
  return theKeeper().signOut();
}

/** Forgets what this browser keeps for the product: auth, indx, bznx, indz, bznz. */
export function clearStored(): void {
  forgetProductKeys();
}
