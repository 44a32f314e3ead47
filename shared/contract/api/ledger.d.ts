import type { ListFilters } from '../contracts/list-filters.ts';
import { type PartyDetail, type PartyKind } from '../contracts/party.ts';
import { type TransferData, type TransferDetail, type TransferList } from '../contracts/transfer.ts';
import type { Answer } from './answer.ts';
import type { Call } from './call.ts';
import { type CodeCalls } from './codes.ts';
import type { OpenStream } from './open-stream.ts';
import { type RecordCalls } from './records.ts';
export interface ListQuery {
    readonly index: number;
    readonly search?: string;
    readonly filters?: ListFilters;
}
export type PartyListQuery = ListQuery & {
    readonly party: string;
};
type ListCall = (query: ListQuery, signal?: AbortSignal) => Promise<Answer<TransferList>>;
type PartyListCall = (query: PartyListQuery, signal?: AbortSignal) => Promise<Answer<TransferList>>;
export interface Ledger extends CodeCalls, RecordCalls {
    readonly latestTransfers: ListCall;
    readonly transfers: ListCall;
    readonly assets: ListCall;
    readonly transfersOfCreator: PartyListCall;
    readonly transfersOfConsumer: PartyListCall;
    readonly transfersOfUser: PartyListCall;
    readonly transfer: (item: string, signal?: AbortSignal) => Promise<Answer<TransferDetail>>;
    readonly transferData: (item: string, signal?: AbortSignal) => Promise<Answer<TransferData>>;
    readonly party: (kind: PartyKind, id: string, signal?: AbortSignal) => Promise<Answer<PartyDetail>>;
}
export declare function createLedger(call: Call, openStream: OpenStream): Ledger;
export {};
