import { type Answer, ledger, type PartyListQuery } from '@tallystick/shared/api';
import type { PartyKind } from '@tallystick/shared/contracts/party';
import type { TransferList } from '@tallystick/shared/contracts/transfer';

interface PartyList {
  /** What the service calls the list. */
  readonly name: 'user' | 'creator' | 'consumer';
  readonly call: (query: PartyListQuery, signal: AbortSignal) => Promise<Answer<TransferList>>;
}

const consumer: PartyList = { name: 'consumer', call: ledger.transfersOfConsumer };

/** A checker's transfers are listed as a consumer's are: data called, by the party that called it. */
export const partyLists: Readonly<Record<PartyKind, PartyList>> = {
  user: { name: 'user', call: ledger.transfersOfUser },
  creator: { name: 'creator', call: ledger.transfersOfCreator },
  consumer,
  checker: consumer,
};

/** Path of a party's page. */
export function partyPath({ kind, id }: { readonly kind: PartyKind; readonly id: string }): string {
  return `/${kind}/${encodeURIComponent(id)}`;
}
