import type { Neighbour, Neighbours } from '@tallystick/shared/contracts/neighbours';
import type { TransferRow } from '@tallystick/shared/contracts/transfer';
import { newestFirst } from '@tallystick/shared/transfers/order';
import type { Transaction } from './load-transaction.ts';

/**
 * Whether a recorded transfer changes what the page of another shows. It does if it is that one or
 * one beside it, or belongs between these in the list of a party.
 */
export function touches({ transfer, neighbours }: Transaction, recorded: TransferRow): boolean {
  if (recorded.item === transfer.item) return true;
  if (neighbours === null) return false;
  const { credit, debit, feat } = transfer;
  const self = { item: transfer.item, crts: transfer.created };
  const ofCredit = recorded.cred === credit.item && recorded.feat.form === feat.form;
  return (
    isBeside(neighbours.credit, self, ofCredit, recorded) ||
    isBeside(neighbours.debit, self, recorded.debt === debit.item, recorded)
  );
}

type Place = Pick<Neighbour, 'item' | 'crts'>;

function isBeside(
  { earlier, later }: Neighbours['credit'],
  self: Place,
  belongs: boolean,
  recorded: Place,
): boolean {
  if (recorded.item === earlier?.item || recorded.item === later?.item) return true;
  if (!belongs) return false;
  const before = (one: Place, other: Place | null) => other === null || newestFirst(one, other) < 0;
  const after = (one: Place, other: Place | null) => other === null || newestFirst(one, other) > 0;
  return before(recorded, self) ? after(recorded, later) : before(recorded, earlier);
}
