import { siteConfiguration } from '@tallystick/shared/site';
import { type Call, callService, type Service } from './call.ts';
import { type FindingCalls, findingCalls } from './finding.ts';
import { createLedger, type Ledger } from './ledger.ts';
import { type OpenStream, openServiceStream } from './open-stream.ts';
import { traceparent } from './trace.ts';

export type { Answer } from './answer.ts';
export type { CallBody, CallResult } from './call.ts';
export type { CodeAnswer, CodeCheck } from './codes.ts';
export type { FindingCalls } from './finding.ts';
export type { Ledger, ListQuery, PartyListQuery } from './ledger.ts';
export type { ActivityQuery } from './records.ts';

/**
 * One call to the ledger service of this site, with its static credential: `{data, srvc}` out, the
 * answer's body with the HTTP status as `code` back. Without an answer: `{code: 0, error}`.
 * Rejects only when `signal` aborts. Pages use `ledger`; this is for a call it does not have yet.
 */
export const call: Call = (path, body, signal) => {
  return callService(service(), path, body, signal);
};

const openStream: OpenStream = (path, body, signal) =>
  openServiceStream(service(), path, body, signal);

function service(): Service {
  const { ledgerUrl, ledgerToken, traces } = siteConfiguration();
  const from = traces === true ? { traceparent: traceparent() } : {};
  return { url: ledgerUrl, token: ledgerToken, ...from };
}

/** The ledger service of this site. One instance for the shell and all remotes. */
export const ledger: Ledger & FindingCalls = {
  ...createLedger(call, openStream),
  ...findingCalls(call),
};
