import { siteConfiguration } from '@tallystick/shared/site';
import { writeStored } from '@tallystick/shell-kit/storage';
import { acquireLeadership } from '@tallystick/shell-kit/tabs/leadership';
import { atom, getDefaultStore } from 'jotai/vanilla';
import type { Answer } from '../api/answer.ts';
import type { Session, SessionUser } from './session-state.ts';
import { createSessionStore, type SessionStore } from './session-store.ts';
import { keptUser, productKeys } from './stored.ts';
import { createTokenSync, type TokenSync } from './token-sync.ts';

/** Held by the tab that reports to the server who is signed in. */
const lockName = 'tallystick-session-1';

/** Who is here. */
export const sessionAtom = atom<Session>({ status: 'loading' });
const atoms = getDefaultStore();
let sessionStore: SessionStore | undefined;
let started: Promise<void> | undefined;

function theSessionStore(): SessionStore {
  if (sessionStore) return sessionStore;
  const { identity } = siteConfiguration();
  const { apiKey, syncUrl } = identity;
  sessionStore = createSessionStore({
    identity,
    sync: syncUrl ? syncTo(syncUrl, keptUser(apiKey) === null ? null : undefined) : undefined,
    get: () => atoms.get(sessionAtom),
    set: (session) => atoms.set(sessionAtom, session),
  });
  return sessionStore;
}

function syncTo(url: string, before: null | undefined): TokenSync {
  // Without locks (an old browser, a page that is not secure) each tab reports for itself.
  const lead = (onLead: () => void) => acquireLeadership(lockName, onLead);
  const sync = createTokenSync({ url, before, lead: 'locks' in navigator ? lead : undefined });
  addEventListener('pagehide', sync.hide);
  addEventListener('pageshow', ({ persisted }) => persisted && sync.show());
  return sync;
}

/** Who is here, outside a component: for loaders, after `startSession` has resolved. */
export function currentSession(): Session {
  return atoms.get(sessionAtom);
}

/**
 * Resolves at the first authentication state. If this browser keeps no signed-in user, that is at
 * once, without loading the identity SDK. Otherwise it is when the provider has answered. After three
 * seconds it resolves with the user that this browser keeps, while the provider is still asked.
 * Never rejects. Further calls return the same promise. On the server that renders pages nobody is
 * signed in, and nothing is listened to.
 */
export function startSession(): Promise<void> {
  started ??= 'document' in globalThis ? theSessionStore().start() : startSignedOut();
  return started;
}

async function startSignedOut(): Promise<void> {
  atoms.set(sessionAtom, { status: 'visitor' });
}

/** Loads the identity SDK ahead of `signIn`, which would load it too; never fails. */
export function prepareSignIn(): void {
  theSessionStore().prepare();
}

/** Signs in at the identity provider after a checked code; `email` is kept for display. */
export function signIn(email: string): Promise<Answer<SessionUser>> {
  return theSessionStore().signIn(email);
}

/**
 * Signs out, in every tab. Here and in what the browser keeps, that is done at once. Then it waits
 * for the identity provider, three seconds at most. Never rejects.
 */
export function signOut(): Promise<void> {
  return theSessionStore().signOut();
}

/** Forgets what this browser keeps for the product: auth, indx, bznx, indz, bznz, and the parties that are watched. */
export function clearStored(): void {
  for (const key of productKeys) writeStored('localStorage', key, null);
}
