import { type Ledger, ledger } from '@tallystick/shared/api';
import type { PartyKind } from '@tallystick/shared/contracts/party';

/** A checker's transfers are listed like a consumer's: by the party that called for the data. */
export const partyLists: Readonly<Record<PartyKind, Ledger['transfersOfUser']>> = {
  user: ledger.transfersOfUser,
  creator: ledger.transfersOfCreator,
  consumer: ledger.transfersOfConsumer,
  checker: ledger.transfersOfConsumer,
};
