import type { TransferDetail } from '../contracts/transfer.ts';
import { statusOf } from '../transfers/status.ts';
import { formNames } from './names.ts';
import { utcDay } from './utc-date.ts';
import { visible } from './visible.ts';

/** `Credential from North College to Ada Lovelace, Closed (Submitted), 2016-01-25`; the day is UTC. */
export function transferTitle({
  feat,
  credit,
  debit,
  status,
  created,
}: Pick<TransferDetail, 'feat' | 'status' | 'created'> &
  Record<'credit' | 'debit', { name: string }>): string {
  const what = `${formNames[feat.form]} from ${visible(credit.name)} to ${visible(debit.name)}`;
  const day = utcDay(created);
  return [what, statusOf(status).label, ...(day === undefined ? [] : [day])].join(', ');
}
