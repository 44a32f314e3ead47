import { type Actor, allows, channelsOf } from '@tallystick/registry/contract/tokens';
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
export function administers(actor: Actor): boolean {
  const { scope } = actor;
  return manages(actor) && scope.kind === 'manager' && scope.administers !== false;
}

/** Whether the person may do what only managers may: in a channel, or, where none is named, beyond channels. */
export function manages(actor: Actor, channel?: string): boolean {
  if (actor.scope.kind !== 'manager') return false;
  return channel === undefined ? actor.scope.channels === undefined : isFor(actor, channel);
}

/** Whether the person may move builds of an app in a channel. */
export function mayMove(actor: Actor, app: string, channel: string): boolean {
  return isFor(actor, channel) && allows(actor, app, 'promote');
}

function isFor({ scope }: Actor, channel: string): boolean {
  return channelsOf(scope)?.includes(channel) ?? true;
}
