import type { TransferList } from '@tallystick/shared/contracts/transfer';
import type { Store } from '../store/store.ts';
import { columns, type PagePlace, type PageRow, pageOf, withTotals } from './listed-rows.ts';
import {
  type AddValue,
  newestFirst,
  rowsWhere,
  type Selection,
  statementValues,
} from './selection.ts';

/** A shorter text may be a whole id, and yet be meant as a part of others. */
const longId = 8;

/** The condition on transfers to have this item or transaction id, whatever its case. */
export function isExactly(id: string, add: AddValue): string {
  const asked = `${add(id)}::text collate "C"`;
  return `(item in (${asked}, lower(${asked})) or lower(trxn) = lower(${asked}))`;
}

/**
 * The transfers with this item or transaction id, whatever its case: their page, as of a list; null if
 * there are none. The trigrams of a long id are those of many, so that searching for it takes long.
 */
export async function findExactly(
  store: Pick<Store, 'query'>,
  selection: Selection,
  id: string,
  { offset, items }: PagePlace,
): Promise<TransferList | null> {
  if (id.length < longId) return null;
  const { values, add } = statementValues();
  const asked = `${add(id)}::text collate "C"`;
  const text = `
    with found as materialized (
      select * from transfer where item in (${asked}, lower(${asked})) and ${rowsWhere(selection, add)}
      union all
      select * from transfer where lower(trxn) = lower(${asked})
        and item not in (${asked}, lower(${asked})) and ${rowsWhere(selection, add)}
    )
    ${withTotals(
      `select ${columns} from found ${newestFirst} offset ${add(offset)} limit ${add(items)}`,
      '(select count(*) from found) as count',
    )}`;
  const page = pageOf(await store.query<PageRow>({ text }, values));
  return page.count > 0 ? page : null;
}
