import type { Statement } from '@tallystick/store/connections';
import { type NamedColumns, namedRow, namedRows } from '../ledger/transfer-row.ts';
import type { Store } from '../store/store.ts';
import { type PageRow, transfersOf } from '../transfers/listed-rows.ts';
import { ordered, type Selection, statementValues } from '../transfers/selection.ts';
import { countStatement, pageStatement } from '../transfers/transfer-list.ts';
import { transferDocument } from './frame.ts';
import { type Condition, findLimit, type TransferQuery } from './query.ts';

export type TransferDocument = ReturnType<typeof transferDocument>;

/** The answer of a find; null if there are more transfers than it may give. */
export async function findTransfers(
  { query }: Pick<Store, 'query'>,
  { conditions, order, limit }: TransferQuery,
): Promise<TransferDocument[] | null> {
  const items = Math.min(limit ?? Number.POSITIVE_INFINITY, findLimit + 1);
  const selection = selectionOf(conditions);
  const found =
    selection === null
      ? await query<NamedColumns>(
          ...byId(
            conditions,
            (from) => `
          select * from (${namedRows(`select * ${from}`)}) as t ${ordered(order)} limit ${items}`,
          ),
        ).then((rows) => rows.map(namedRow))
      : await run<PageRow>(query, pageStatement(selection, { offset: 0, items }, order)).then(
          transfersOf,
        );
  return found.length > findLimit ? null : found.map(transferDocument);
}

/** How many transfers match. */
export async function countTransfers(
  { query }: Pick<Store, 'query'>,
  { conditions, limit }: TransferQuery,
): Promise<number> {
  const selection = selectionOf(conditions);
  const rows =
    selection === null
      ? await query<{ n: number }>(...byId(conditions, (from) => `select count(*) as n ${from}`))
      : await run<{ n: number }>(query, countStatement(selection));
  return Math.min(rows[0]?.n ?? 0, limit ?? Number.POSITIVE_INFINITY);
}

const run = <Row extends Record<string, unknown>>(
  query: Store['query'],
  { values, ...statement }: Statement & { values: unknown[] },
): Promise<Row[]> => query<Row>(statement, values);

/** The conditions as what a list may be narrowed to, and is then found by counts; null: they name transfers. */
function selectionOf(conditions: readonly Condition[]): Selection | null {
  const selection: Selection = {};
  for (const { column, value } of conditions) {
    switch (column) {
      case 'item':
      case 'trxn':
        return null;
      case 'cred':
        selection.credit = value;
        break;
      case 'debt':
        selection.debit = value;
        break;
      case 'form':
        selection.form = value;
        break;
      case 'stat':
        selection.stat = [value];
        break;
    }
  }
  return selection;
}

/** Reads the few transfers that have an id. A transaction id is found by its index, which does not tell cases apart. */
function byId(
  conditions: readonly Condition[],
  read: (from: string) => string,
): [Statement, unknown[]] {
  const { values, add } = statementValues();
  const where = conditions.map(({ column, value }) => {
    const asked = column === 'stat' ? add(value) : `${add(value)}::text collate "C"`;
    return column === 'trxn'
      ? `lower(trxn) = lower(${asked}) and trxn = ${asked}`
      : `${column} = ${asked}`;
  });
  return [{ text: read(`from transfer where ${where.join(' and ')}`) }, values];
}
