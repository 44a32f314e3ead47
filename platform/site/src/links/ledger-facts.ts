import type { Call } from '@tallystick/shared/api/call';
import { findingCalls } from '@tallystick/shared/api/finding';
import { createLedger } from '@tallystick/shared/api/ledger';
import type { PartyKind } from '@tallystick/shared/contracts/party';
import type { TransferDetail } from '@tallystick/shared/contracts/transfer';
import { LRUCache } from 'lru-cache';
import { once } from '../memory/once.ts';

/** How many answers are kept, and for how many milliseconds. */
const maxFacts = 1_000;
const keptFor = 5_000;

/** `missing`: the ledger says that there is none; `unknown`: it says nothing now. */
export type Fact<T> = T | 'missing' | 'unknown';

export interface PartyFact {
  name: string;
  /** Null: it is not known. */
  transfers: number | null;
}

export type LedgerFacts = ReturnType<typeof openLedgerFacts>;

/** The list of a party's transfers, by its kind. */
export const listOf = {
  user: 'user',
  creator: 'creator',
  consumer: 'consumer',
  checker: 'consumer',
} as const satisfies Record<PartyKind, string>;

/** What the ledger says of what a link leads to. Concurrent questions about one thing share a call. */
export function openLedgerFacts(call: Call) {
  const ledger = createLedger(call, () => Promise.reject(new Error('Nothing is streamed here.')));
  const { summary } = findingCalls(call);
  const transfers = new LRUCache<string, Promise<Fact<TransferDetail>>>(limits);
  const parties = new LRUCache<string, Promise<Fact<PartyFact>>>(limits);

  async function readParty(kind: PartyKind, id: string): Promise<Fact<PartyFact>> {
    const [party, counted] = await Promise.all([
      ledger.party(kind, id),
      summary({ list: listOf[kind], party: id }),
    ]);
    const found = factOf(party);
    if (found === 'missing' || found === 'unknown') return found;
    return { name: found.name, transfers: counted.ok ? counted.data.count : null };
  }

  return {
    transfer: (id: string): Promise<Fact<TransferDetail>> =>
      once(transfers, id, async () => factOf(await ledger.transfer(id)), isKnown),
    party: (kind: PartyKind, id: string): Promise<Fact<PartyFact>> =>
      once(parties, `${kind} ${id}`, () => readParty(kind, id), isKnown),
  };
}

const limits = { max: maxFacts, ttl: keptFor };

function factOf<T>(answer: { ok: true; data: T } | { ok: false; code: number }): Fact<T> {
  if (answer.ok) return answer.data;
  return answer.code === 404 ? 'missing' : 'unknown';
}

/** Whether the ledger has said it. */
export const isKnown = (fact: Fact<unknown>): boolean => fact !== 'unknown';
