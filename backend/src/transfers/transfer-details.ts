import type { TransferData } from '@tallystick/shared/contracts/transfer';
import type { Statement } from '@tallystick/store/connections';
import { type NamedColumns, namedRows } from '../ledger/transfer-row.ts';
import type { Store } from '../store/store.ts';
import type { TransferDetails } from './schemas.ts';

/** Status of a transfer that is closed: only then its variables are shown. */
export const closed = 6;

const asked = `$1::text collate "C"`;
/**
 * The transfer with the item `$1`, or else the newest with this transaction id. Otherwise one that
 * differs from it by case (of ASCII letters) alone, by item first.
 */
export const byId = `
  select * from (
    select * from transfer where item in (${asked}, lower(${asked}))
    union all
    select * from transfer
    where lower(trxn) = lower(${asked}) and item not in (${asked}, lower(${asked}))
  ) as found
  order by item = $1 desc, coalesce(trxn = $1, false) desc, item = lower(${asked}) desc,
    crts desc, item desc
  limit 1`;

const details: Statement = {
  name: 'transfer details',
  text: `
    select named.*, (select coalesce(max(id), 0) from event) as sequence
    from (${namedRows(byId)}) as named`,
};

const variables: Statement = {
  name: 'transfer variables',
  text: `select case stat when ${closed} then vars else '[]' end as vars from (${byId}) as t`,
};

/** The transfer with this item, or else the newest with this transaction id, whatever its case. */
export async function findTransfer(
  store: Pick<Store, 'query'>,
  item: string,
): Promise<TransferDetails | undefined> {
  const [row] = await store.query<NamedColumns & { sequence: number }>(details, [item]);
  if (!row) return undefined;
  return {
    item: row.item,
    trxn: row.trxn,
    status: row.stat,
    created: row.crts,
    feat: { form: row.form, sort: row.sort },
    credit: { name: row.credit, item: row.cred, kind: row.cred_kind },
    debit: { name: row.debit, item: row.debt, kind: 'user' },
    sequence: row.sequence,
  };
}

/** The variables of a transfer, found as by `findTransfer`; none unless its status is 6. */
export const findTransferData = async (store: Pick<Store, 'query'>, item: string) =>
  (await store.query<TransferData>(variables, [item])).at(0);
