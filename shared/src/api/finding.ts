import { type Counterparties, counterpartiesSchema } from '../contracts/counterparties.ts';
import type { PartyKind } from '../contracts/party.ts';
import { type SearchResult, searchResultSchema } from '../contracts/search.ts';
import {
  type SummaryScope,
  type TransferSummary,
  transferSummarySchema,
} from '../contracts/summary.ts';
import type { Answer } from './answer.ts';
import { answerOf } from './answer-of.ts';
import type { Call } from './call.ts';
import { filtersOf } from './filters-of.ts';

/** The calls that help to find something. A type of its own: `Ledger` must fit the builds of before. */
export interface FindingCalls {
  /** How many transfers a list has under filters, by form and status, and the dates of the oldest and newest. */
  readonly summary: (scope: SummaryScope, signal?: AbortSignal) => Promise<Answer<TransferSummary>>;
  /** With whom a party has most of its latest transfers, at most five. */
  readonly counterparties: (
    kind: PartyKind,
    id: string,
    signal?: AbortSignal,
  ) => Promise<Answer<Counterparties>>;
  /** What an id, or the beginning of an id or of a name, may mean. */
  readonly search: (text: string, signal?: AbortSignal) => Promise<Answer<SearchResult>>;
}

/** These calls, over what carries a request. */
export function findingCalls(call: Call): FindingCalls {
  return {
    summary: async ({ list, party, filters }, signal) => {
      const data = { list, user: party, ...filtersOf({ filters }) };
      return answerOf(await call('transfers/summary', { data }, signal), transferSummarySchema);
    },
    counterparties: async (kind, id, signal) => {
      const data = { kind, user: id };
      return answerOf(await call('parties/counterparties', { data }, signal), counterpartiesSchema);
    },
    search: async (text, signal) =>
      answerOf(await call('search', { data: { text } }, signal), searchResultSchema),
  };
}
