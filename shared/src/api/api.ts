import { siteConfiguration } from '@tallystick/shared/site';
import * as v from 'valibot';
import { noteSeen, seen } from '../storage/seen.ts';
import { type Call, type CallBody, callService, type Service } from './call.ts';
import { type FindingCalls, findingCalls } from './finding.ts';
import { takeHandedAnswer } from './handed-answers.ts';
import { createLedger, type Ledger } from './ledger.ts';
import { type OpenStream, openServiceStream } from './open-stream.ts';
import { traceparent } from './trace.ts';

export type { Answer } from './answer.ts';
export type { CallBody, CallResult } from './call.ts';
export type { CodeAnswer, CodeCheck } from './codes.ts';
export type { FindingCalls } from './finding.ts';
export type { Ledger, ListQuery, PartyListQuery } from './ledger.ts';
export type { ActivityQuery } from './records.ts';

const sequencedSchema = v.object({ sequence: v.number() });

/**
 * One call to the ledger service of this site, with its static credential: `{data, srvc}` out, the
 * answer's body with the HTTP status as `code` back. Without an answer: `{code: 0, error}`.
 * Rejects only when `signal` aborts. Pages use `ledger`; this is for a call it does not have yet.
 */
export const call: Call = async (path, body, signal) => {
  const result =
    takeHandedAnswer(path, body) ?? (await callService(service(), path, withSeen(body), signal));
  const { data } = result;
  if (readsReplica() && v.is(sequencedSchema, data)) noteSeen(data.sequence);
  return result;
};

const openStream: OpenStream = (path, body, signal) =>
  openServiceStream(service(), path, withSeen(body), signal);

/** A replica of the ledger may lack what this tab was shown: the service then reads elsewhere. */
function withSeen(body: CallBody): CallBody {
  return readsReplica() ? { ...body, seen: seen() } : body;
}

const readsReplica = (): boolean => siteConfiguration().ledgerReplica === true;

function service(): Service {
  const { ledgerUrl, ledgerToken, traces } = siteConfiguration();
  return { url: ledgerUrl, token: ledgerToken, traceparent: traces ? traceparent() : undefined };
}

/** The ledger service of this site. One instance for the shell and all remotes. */
export const ledger: Ledger & FindingCalls = {
  ...createLedger(call, openStream),
  ...findingCalls(call),
};
