import { createLedger, type Ledger } from '@tallystick/shared/api/ledger';
import type { PartyKind } from '@tallystick/shared/contracts/party';
import type { AskApi, Fact } from '@tallystick/site/define-site';

/** The ledger's calls, over the platform's. */
export const ledgerOf = (ask: AskApi): Ledger => createLedger(ask, nothingStreamed);

const nothingStreamed = () => Promise.reject(new Error('Nothing is streamed here.'));

/** The list of a party's transfers, by its kind. */
export const listOf = {
  user: 'user',
  creator: 'creator',
  consumer: 'consumer',
  checker: 'consumer',
} as const satisfies Record<PartyKind, string>;

/** What an answer says: a thing, that there is none, or nothing now. */
export function factOf<T>(answer: { ok: true; data: T } | { ok: false; code: number }): Fact<T> {
  if (answer.ok) return answer.data;
  return answer.code === 404 ? 'missing' : 'unknown';
}
