import type { ExportList } from '@tallystick/shared/contracts/export';
import type { ListFilters } from '@tallystick/shared/contracts/list-filters';
import { searchPattern } from '../ledger/search.ts';
import type { Store } from '../store/store.ts';
import {
  firstRows,
  inParts,
  rowsWhere,
  type Selection,
  selectionOf,
  statementValues,
} from '../transfers/selection.ts';
import type { ExportedTransfer } from './exported-transfer.ts';

export interface ListToRead {
  list: ExportList;
  /** Id of the party; unused by the lists that have none. */
  party: string;
  /** Empty: none. */
  search: string;
  filters: ListFilters;
}

/** Transfers that one statement reads. */
const batchSize = 500;

/** Later than any transfer. */
const beginning: { crts: number | string; item: string } = {
  crts: '9223372036854775807',
  item: '',
};

/**
 * The part of a list that follows a key, in the list's order. A search is applied to the part: with
 * an index of its own it would have to find and sort all hits again for each part.
 */
function part(selection: Selection, pattern: string | undefined, after: typeof beginning) {
  const { values, add } = statementValues();
  const { key, rest } = inParts(selection);
  const rows = firstRows(key, add, {
    columns: '*',
    within: `(crts, item) < (${add(after.crts)}::bigint, ${add(after.item)})`,
    order: 'desc',
    limit: String(batchSize),
  });
  const text = `
    with part as materialized (${rows}), t as (
      select * from part where ${rowsWhere(rest, add)}
      ${pattern === undefined ? '' : `and search like ${add(pattern)}`}
    )
    select last.item as last_item, last.crts as last_crts, hit.*
    from (select crts, item from part order by crts, item limit 1) as last
    left join (
      select t.item, t.trxn, t.stat, t.form, t.sort, t.crts, t.cred, t.cred_kind, t.debt,
        case t.stat when 6 then t.vars end as vars,
        creator.name as creator, consumer.name as consumer, checker.name as checker,
        debit.name as debit
      from t
      join party debit on debit.kind = 'user' and debit.id = t.debt
      left join party creator
        on t.form = 'asset' and creator.kind = 'creator' and creator.id = t.cred
      left join party consumer
        on t.form = 'data' and consumer.kind = 'consumer' and consumer.id = t.cred
      left join party checker
        on t.form = 'data' and checker.kind = 'checker' and checker.id = t.cred
    ) as hit on true
    order by hit.crts desc, hit.item desc`;
  return { text, values };
}

type PartRow = { last_item: string; last_crts: number } & (ExportedTransfer | { item: null });

/**
 * A whole list, newest first, some transfers at a time and no faster than they are taken. Each part
 * is a statement of its own: without a snapshot around them, what changes meanwhile shows or not.
 */
export async function* readList(
  query: Store['query'],
  { list, party, search, filters }: ListToRead,
): AsyncGenerator<ExportedTransfer[]> {
  const selection = selectionOf(list, party, filters);
  if (selection === null) return;
  const pattern = searchPattern(search)?.pattern;
  let after = beginning;
  for (;;) {
    const { values, ...statement } = part(selection, pattern, after);
    const rows: PartRow[] = await query<PartRow>(statement, values);
    const last = rows[0];
    if (!last) return;
    after = { crts: last.last_crts, item: last.last_item };
    const transfers: ExportedTransfer[] = [];
    for (const row of rows) if (row.item !== null) transfers.push(row);
    yield transfers;
  }
}
