import { visible } from '@tallystick/contract/visible';
import type { PartyKind } from '../contracts/party.ts';
import type { TransferForm } from '../contracts/transfer.ts';

/** What the parts that a party can play are called. */
export const partyKindNames = {
  user: 'User',
  creator: 'Creator',
  consumer: 'Consumer',
  checker: 'Checker',
} as const satisfies Record<PartyKind, string>;

/** What a party is called: its name, with nothing unseen in it; its id, where it was recorded without one. */
export function partyName(name: string, id: string): string {
  return visible(name.trim() === '' ? id : name);
}

/** What the kinds of transfers are called. */
export const formNames = {
  asset: 'Credential',
  data: 'Data',
} as const satisfies Record<TransferForm, string>;
