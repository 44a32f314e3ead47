import { siteConfiguration } from '@tallystick/shared/site';
import { type Call, callService } from './call.ts';
import { createLedger, type Ledger } from './ledger.ts';

export type { Answer } from './answer.ts';
export type { CallBody, CallResult } from './call.ts';
export type { CodeAnswer, CodeCheck } from './codes.ts';
export type { Ledger, ListQuery, PartyListQuery } from './ledger.ts';

/**
 * One call to the ledger service of this site, with its static credential: `{data, srvc}` out, the
 * answer's body with the HTTP status as `code` back. Without an answer: `{code: 0, error}`.
 * Rejects only when `signal` aborts. Pages use `ledger`; this is for a call it does not have yet.
 */
export const call: Call = (path, body, signal) => {
  const { ledgerUrl, ledgerToken } = siteConfiguration();
  return callService({ url: ledgerUrl, token: ledgerToken }, path, body, signal);
};

/** The ledger service of this site. One instance for the shell and all remotes. */
export const ledger: Ledger = createLedger(call);
