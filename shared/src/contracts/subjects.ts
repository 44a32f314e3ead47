import type { Subjects } from '@tallystick/contract/subjects';
import { type PartyKind, partyKinds } from './party.ts';

/** What pages of this site can be about; `transfers`: all of them, narrowed by `?q=`. */
export const subjects = {
  transfers: 'all',
  transfer: 'one',
  user: 'one',
  creator: 'one',
  consumer: 'one',
  checker: 'one',
} as const satisfies Subjects;

/** Whether a route's page is about a party. */
export function isPartyKind(subject: string | undefined): subject is PartyKind {
  return partyKinds.some((kind) => kind === subject);
}
