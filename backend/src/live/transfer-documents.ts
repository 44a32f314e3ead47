import { type NamedColumns, namedRow, namedRows } from '../ledger/transfer-row.ts';
import type { Store } from '../store/store.ts';
import { type PageRow, transfersOf } from '../transfers/listed-rows.ts';
import { ordered, type Selection, statementValues } from '../transfers/selection.ts';
import { countStatement, pageStatement } from '../transfers/transfer-list.ts';
import { transferDocument } from './frame.ts';
import { type Condition, findLimit, type TransferQuery } from './query.ts';

/** The answer of a find; null if there are more transfers than it may give. */
export async function findTransfers(
  { query }: Pick<Store, 'query'>,
  { conditions, order, limit }: TransferQuery,
): Promise<ReturnType<typeof transferDocument>[] | null> {
  const items = Math.min(limit ?? Number.POSITIVE_INFINITY, findLimit + 1);
  const selection = selectionOf(conditions);
  const read = async () => {
    if (selection !== null) {
      const page = pageStatement(selection, { offset: 0, items }, order);
      return transfersOf(await query<PageRow>(page, page.values));
    }
    const { values, from } = byId(conditions);
    const text = `
      select * from (${namedRows(`select * ${from}`)}) as t ${ordered(order)} limit ${items}`;
    return (await query<NamedColumns>({ text }, values)).map(namedRow);
  };
  const found = await read();
  return found.length > findLimit ? null : found.map(transferDocument);
}

/** How many transfers match. */
export async function countTransfers(
  { query }: Pick<Store, 'query'>,
  { conditions, limit }: TransferQuery,
): Promise<number> {
  const selection = selectionOf(conditions);
  const count = selection === null ? countById(conditions) : countStatement(selection);
  const rows = await query<{ n: number }>(count, count.values);
  return Math.min(rows[0]?.n ?? 0, limit ?? Number.POSITIVE_INFINITY);
}

function countById(conditions: readonly Condition[]) {
  const { values, from } = byId(conditions);
  return { text: `select count(*) as n ${from}`, values };
}

/** The conditions as what a list may be narrowed to, and is then found by counts; null: they name transfers. */
function selectionOf(conditions: readonly Condition[]): Selection | null {
  const selection: Selection = {};
  for (const { column, value } of conditions) {
    if (column === 'cred') selection.credit = value;
    else if (column === 'debt') selection.debit = value;
    else if (column === 'form') selection.form = value;
    else if (column === 'stat') selection.stat = [value];
    else return null;
  }
  return selection;
}

/** SQL of the few transfers that have an id. A transaction id is found by its index, which does not tell cases apart. */
function byId(conditions: readonly Condition[]) {
  const { values, add } = statementValues();
  const where = conditions.map(({ column, value }) => {
    const asked = column === 'stat' ? add(value) : `${add(value)}::text collate "C"`;
    return column === 'trxn'
      ? `lower(trxn) = lower(${asked}) and trxn = ${asked}`
      : `${column} = ${asked}`;
  });
  return { values, from: `from transfer where ${where.join(' and ')}` };
}
