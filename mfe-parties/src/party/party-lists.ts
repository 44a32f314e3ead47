import { type Ledger, ledger } from '@tallystick/shared/api';
import type { PartyKind } from '@tallystick/shared/contracts/party';

/** A checker's transfers are listed as a consumer's are: data called, by the party that called it. */
export const partyLists: Readonly<Record<PartyKind, Ledger['transfersOfUser']>> = {
  user: ledger.transfersOfUser,
  creator: ledger.transfersOfCreator,
  consumer: ledger.transfersOfConsumer,
  checker: ledger.transfersOfConsumer,
};
