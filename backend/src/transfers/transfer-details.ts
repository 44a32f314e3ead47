import type { TransferData } from '@tallystick/shared/contracts/transfer';
import type { Statement } from '@tallystick/store/connections';
import type { StoredTransfer } from '../ledger/transfer-row.ts';
import type { Store } from '../store/store.ts';
import type { TransferDetails } from './schemas.ts';

/** Status of a transfer that is closed: only then its variables are shown. */
const closed = 6;

/** The transfer with the item `$1`, or else the newest with this transaction id. */
export const byItemElseTrxn = `
  select * from transfer where item = $1
  union all
  (
    select * from transfer
    where trxn = $1 and not exists (select 1 from transfer where item = $1)
    order by crts desc, item desc limit 1
  )`;

const details: Statement = {
  name: 'transfer details',
  text: `
    select t.item, t.trxn, t.stat, t.form, t.sort, t.crts, t.cred, t.cred_kind, t.debt,
      credit.name as credit, debit.name as debit,
      (select coalesce(max(id), 0) from event) as sequence
    from (${byItemElseTrxn}) as t
    join party credit on credit.kind = t.cred_kind and credit.id = t.cred
    join party debit on debit.kind = 'user' and debit.id = t.debt`,
};

const variables: Statement = {
  name: 'transfer variables',
  text: `select case stat when ${closed} then vars else '[]' end as vars from (${byItemElseTrxn}) as t`,
};

type DetailsRow = Omit<StoredTransfer, 'vars'> & {
  /** Names of the parties. */
  credit: string;
  debit: string;
  sequence: number;
};

/** The transfer with this item, or else the newest with this transaction id. */
export async function findTransfer(
  store: Pick<Store, 'query'>,
  item: string,
): Promise<TransferDetails | undefined> {
  const [row] = await store.query<DetailsRow>(details, [item]);
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
export async function findTransferData(
  store: Pick<Store, 'query'>,
  item: string,
): Promise<TransferData | undefined> {
  const [row] = await store.query<TransferData>(variables, [item]);
  return row;
}
