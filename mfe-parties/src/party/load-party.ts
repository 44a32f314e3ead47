import { type Answer, ledger, type PartyListQuery } from '@tallystick/shared/api';
import type { PartyKind } from '@tallystick/shared/contracts/party';
import type { TransferList } from '@tallystick/shared/contracts/transfer';
import type { LoaderFunctionArgs } from '@tallystick/shared/router';
import { loadTransfers } from '@tallystick/shared/transfers/load-transfers';
import type { TransferPage } from '@tallystick/shared/transfers/merge';

/** A party, and the page of its transfers that the URL asks for. */
export interface Party {
  readonly id: string;
  readonly name: string;
  readonly transfers: Answer<TransferPage>;
}

type PartyList = (query: PartyListQuery, signal: AbortSignal) => Promise<Answer<TransferList>>;

/** A checker's transfers are listed as a consumer's are: data called, by the party that called it. */
const lists: Readonly<Record<PartyKind, PartyList>> = {
  user: ledger.transfersOfUser,
  creator: ledger.transfersOfCreator,
  consumer: ledger.transfersOfConsumer,
  checker: ledger.transfersOfConsumer,
};

/**
 * A loader for the pages of parties of `kind`: name and transfers of the party that `:id` names,
 * asked for side by side. Throws a 404 response if there is no such party.
 */
export function partyLoader(kind: PartyKind) {
  return async ({ params: { id = '' }, request }: LoaderFunctionArgs): Promise<Answer<Party>> => {
    const [found, transfers] = await Promise.all([
      ledger.party(kind, id, request.signal),
      loadTransfers(request, { of: kind, party: id }, (query, signal) =>
        lists[kind]({ ...query, party: id }, signal),
      ),
    ]);
    if (found.code === 404) throw new Response(null, { status: 404 });
    return found.ok ? { ...found, data: { id, name: found.data.name, transfers } } : found;
  };
}
