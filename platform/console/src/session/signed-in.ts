import { type Actor, allows } from '@tallystick/registry/contract/tokens';
import { createContext, useContext } from 'react';
import type { Answer } from '../admin/answer.ts';

interface SignedIn {
  actor: Actor;
  signOut: () => Promise<Answer<unknown>>;
}

export const SessionContext = createContext<SignedIn | null>(null);

/** Who is signed in, and the way out. */
export function useSignedIn(): SignedIn {
  const session = useContext(SessionContext);
  if (session === null) throw new Error('Nobody is signed in around this part of the page.');
  return session;
}

/** Whether the person may say who may do what. */
export function administers({ scope }: Actor): boolean {
  return scope.kind === 'manager' && scope.administers !== false;
}

/** Whether the person may move builds of an app. */
export function mayMove(actor: Actor, app: string): boolean {
  return allows(actor, app, 'promote');
}
