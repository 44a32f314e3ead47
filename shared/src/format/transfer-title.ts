import type { TransferDetail } from '../contracts/transfer.ts';
import { statusOf } from '../transfers/status.ts';
import { formNames, partyName } from './names.ts';
import { utcDay } from './utc-date.ts';

/** `Credential from North College to Ada Lovelace, Closed (Submitted), 2016-01-25`; the day is UTC. */
export function transferTitle({
  feat,
  credit,
  debit,
  status,
  created,
}: Pick<TransferDetail, 'feat' | 'status' | 'created'> &
  Record<'credit' | 'debit', { name: string; item: string }>): string {
  const [from, to] = [credit, debit].map(({ name, item }) => partyName(name, item));
  const what = `${formNames[feat.form]} from ${from} to ${to}`;
  const day = utcDay(created);
  return [what, statusOf(status).label, ...(day === undefined ? [] : [day])].join(', ');
}
