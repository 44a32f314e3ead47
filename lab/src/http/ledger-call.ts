import { type Answer, type Call, call } from './call.ts';

/** What pages have. */
export const credential = { authorization: 'public-local' };

/** A call of a ledger service, as pages make it. */
export const askLedger = (
  ledgerUrl: string,
  path: string,
  data: unknown,
  more: Omit<Call, 'body' | 'headers'> = {},
): Promise<Answer> =>
  call(`${ledgerUrl}/${path}`, { ...more, headers: credential, body: { data } });
