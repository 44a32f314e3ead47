import type { PartyKind } from '@tallystick/shared/contracts/party';
import type { TransferForm } from '@tallystick/shared/contracts/transfer';

export const msPerDay = 86_400_000;
/** Days that one segment of levels 1 and 3 sums up. */
export const daysPerSpan = 16;

/** The day of a time in milliseconds since 1970, UTC, counted from 1970. */
export const dayOf = (crts: number): number => Math.floor(crts / msPerDay);

/** The scope of every transfer. */
export const everything = '';

/**
 * The scopes that count a transfer: everything, its user, and its creator (assets) or its consumer
 * (data). A checker counts as a consumer here, since the same list serves both.
 */
export function scopesOf(transfer: { form: TransferForm; cred: string; debt: string }): string[] {
  const credit = transfer.form === 'asset' ? 'creator' : 'consumer';
  return [everything, `${credit}/${transfer.cred}`, `user/${transfer.debt}`];
}

/**
 * The scope of what two parties have with each other, and its SQL for the columns `cred` and
 * `debt`. An id may have any character, so the scope has the length of the first one, in characters
 * as PostgreSQL counts them.
 */
export const pairScope = (cred: string, debt: string): string =>
  `pair/${[...cred].length}/${cred}/${debt}`;
export const pairScopeSql = `'pair/' || length(cred) || '/' || cred || '/' || debt`;

/** The scope of a party. A checker's transfers count as a consumer's: data called, by whoever called it. */
export function partyScope({ kind, id }: { kind: PartyKind; id: string }): string {
  return `${kind === 'checker' ? 'consumer' : kind}/${id}`;
}
