import type * as v from 'valibot';
import type { ServiceName } from '../contracts/calls.ts';
import type { ListFilters } from '../contracts/list-filters.ts';
import { pageSize } from '../contracts/page-size.ts';
import { type PartyDetail, type PartyKind, partyDetailSchema } from '../contracts/party.ts';
import {
  type TransferData,
  type TransferDetail,
  type TransferList,
  transferDataSchema,
  transferDetailSchema,
  transferListSchema,
} from '../contracts/transfer.ts';
import type { Answer } from './answer.ts';
import { answerOf } from './answer-of.ts';
import type { Call, CallBody } from './call.ts';
import { type CodeCalls, codeCalls } from './codes.ts';
import { filtersOf } from './filters-of.ts';
import type { OpenStream } from './open-stream.ts';
import { type RecordCalls, recordCalls } from './records.ts';

/** One page of a list: `index` counts from 1, a page has `pageSize` rows. */
export interface ListQuery {
  readonly index: number;
  readonly search?: string;
  readonly filters?: ListFilters;
}
export type PartyListQuery = ListQuery & { readonly party: string };

type ListCall = (query: ListQuery, signal?: AbortSignal) => Promise<Answer<TransferList>>;
type PartyListCall = (query: PartyListQuery, signal?: AbortSignal) => Promise<Answer<TransferList>>;

/**
 * The calls of the ledger service, one method each. Each resolves to an `Answer`, checked against
 * its contract, and rejects only when its signal aborts. Lists are newest first.
 */
export interface Ledger extends CodeCalls, RecordCalls {
  /** Both forms; what the home page shows. */
  readonly latestTransfers: ListCall;
  /** Both forms. */
  readonly transfers: ListCall;
  /** Transfers of form `asset`. */
  readonly assets: ListCall;
  /** Assets that the creator `party` issued. */
  readonly transfersOfCreator: PartyListCall;
  /** Data that the consumer or checker `party` called for. */
  readonly transfersOfConsumer: PartyListCall;
  /** Both forms, where `party` is the data owner. */
  readonly transfersOfUser: PartyListCall;
  /** Finds a transfer by item or, failing that, by transaction id in any case; code 404 if it is unknown. */
  readonly transfer: (item: string, signal?: AbortSignal) => Promise<Answer<TransferDetail>>;
  readonly transferData: (item: string, signal?: AbortSignal) => Promise<Answer<TransferData>>;
  /** The name of a party, and every kind under which its id is known; unknown: code 404. */
  readonly party: (
    kind: PartyKind,
    id: string,
    signal?: AbortSignal,
  ) => Promise<Answer<PartyDetail>>;
}

const partyServices = {
  user: undefined,
  creator: 'issuer',
  consumer: 'caller',
  checker: 'verifier',
} as const satisfies Record<PartyKind, ServiceName | undefined>;

/** The ledger's calls over `call`, which carries one request, and what opens a stream. */
export function createLedger(call: Call, openStream: OpenStream): Ledger {
  const ask = async <Data>(
    path: string,
    body: CallBody,
    schema: v.GenericSchema<unknown, Data>,
    signal?: AbortSignal,
  ) => answerOf(await call(path, body, signal), schema);
  const list =
    (path: string): ListCall =>
    (query, signal) =>
      ask(path, { data: pageOf(query) }, transferListSchema, signal);
  const partyList =
    (path: string): PartyListCall =>
    (query, signal) =>
      ask(path, { data: { user: query.party, ...pageOf(query) } }, transferListSchema, signal);

  return {
    latestTransfers: list('transfers/list/latest'),
    transfers: list('transfers/list/data'),
    assets: list('assets/list/data'),
    transfersOfCreator: partyList('transfers/list/creator'),
    transfersOfConsumer: partyList('transfers/list/consumer'),
    transfersOfUser: partyList('transfers/list/user'),
    transfer: (item, signal) =>
      ask('transfers/details', { data: { item } }, transferDetailSchema, signal),
    transferData: (item, signal) =>
      ask('transfers/data/details', { data: { item } }, transferDataSchema, signal),
    party: (kind, id, signal) => {
      const srvc = partyServices[kind];
      return srvc
        ? ask('teams/details', { data: { user: id }, srvc }, partyDetailSchema, signal)
        : ask('users/details', { data: { user: id } }, partyDetailSchema, signal);
    },
    ...recordCalls(call, openStream),
    ...codeCalls(call),
  };
}

function pageOf({ index, ...query }: ListQuery) {
  return { index, items: pageSize, ...filtersOf(query) };
}
