import { type Counterparties } from '../contracts/counterparties.ts';
import type { PartyKind } from '../contracts/party.ts';
import { type SearchResult } from '../contracts/search.ts';
import { type SummaryScope, type TransferSummary } from '../contracts/summary.ts';
import type { Answer } from './answer.ts';
import type { Call } from './call.ts';
export interface FindingCalls {
    readonly summary: (scope: SummaryScope, signal?: AbortSignal) => Promise<Answer<TransferSummary>>;
    readonly counterparties: (kind: PartyKind, id: string, signal?: AbortSignal) => Promise<Answer<Counterparties>>;
    readonly search: (text: string, signal?: AbortSignal) => Promise<Answer<SearchResult>>;
}
export declare function findingCalls(call: Call): FindingCalls;
