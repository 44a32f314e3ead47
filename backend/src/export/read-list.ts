import { searchesFor, searchPattern } from '../ledger/search.ts';
import { type ListKey, latestKey } from '../ledger/transfer-row.ts';
import type { Store } from '../store/store.ts';
import { findExactly, isExactly } from '../transfers/exact-id.ts';
import { searchTransfers } from '../transfers/search-list.ts';
import {
  type AddValue,
  firstRows,
  inParts,
  rowsWhere,
  type Selection,
  selectionOf,
  shapeOf,
  statementValues,
} from '../transfers/selection.ts';
import type { ListQuery } from '../transfers/transfer-list.ts';
import { createNaming, type ExportedPart, type UnnamedTransfer } from './naming.ts';

/** An empty `search` is none. */
export type ListToRead = Required<Omit<ListQuery, 'index' | 'items'>>;

/** Transfers that one statement reads. */
const batchSize = 500;

/** What a search asks of transfers. */
interface Asked {
  /** Searches whose conditions have the same SQL text have the same shape. */
  shape: string;
  where: (add: AddValue) => string;
}

/** As on the page, a whole id finds its transfers alone if the list has them. */
async function askedBy(
  query: Store['query'],
  selection: Selection,
  search: string,
): Promise<Asked | null> {
  if (searchPattern(search) === null) return null;
  const place = { offset: 0, items: 1 };
  const [typed, ...cleaned] = searchesFor(search);
  for (const text of [typed, ...cleaned]) {
    const exact = await findExactly({ query }, selection, text, place);
    if (exact) return { shape: ' exact', where: (add) => isExactly(text, add) };
    const pattern = searchPattern(text);
    if (pattern === null) continue;
    const searched = { selection, search: text, ...place, ...pattern };
    // The first text that finds something is meant, as on the page. Without a cleaned one there is
    // no choice.
    if (cleaned.length === 0 || (await searchTransfers({ query }, searched)).count > 0) {
      return { shape: ' search', where: (add) => `search like ${add(pattern.pattern)}` };
    }
  }
  return { shape: ' nothing', where: () => 'false' };
}

/**
 * The part of a list that follows a key, in the list's order. A search is applied to the part.
 * Through the search's own index, all hits would be found and sorted again for each part.
 */
function part(selection: Selection, asked: Asked | null, after: ListKey) {
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
      ${asked ? `and ${asked.where(add)}` : ''}
    )
    select last.item as last_item, last.crts as last_crts, hit.*
    from (select crts, item from part order by crts, item limit 1) as last
    left join (
      select t.item, t.trxn, t.stat, t.form, t.sort, t.crts, t.cred, t.cred_kind, t.debt,
        case t.stat when 6 then t.vars end as vars
      from t
    ) as hit on true
    order by hit.crts desc, hit.item desc`;
  const name = `export ${shapeOf(selection)}${asked?.shape ?? ''}`;
  return { name, text, values };
}

type PartRow = { last_item: string; last_crts: number } & (UnnamedTransfer | { item: null });

/**
 * A whole list, newest first, in parts, of which it reads one ahead. Each part is a statement of
 * its own, without a common snapshot: what changes meanwhile may be in it or not.
 */
export async function* readList(
  query: Store['query'],
  { list, party, search, filters }: ListToRead,
): AsyncGenerator<ExportedPart> {
  const selection = selectionOf(list, party, filters);
  if (selection === null) return;
  const asked = await askedBy(query, selection, search);
  const withNames = createNaming(query);
  const read = (after: ListKey): Promise<PartRow[]> => {
    const next = part(selection, asked, after);
    return query<PartRow>(next, next.values);
  };
  for (let next = read(latestKey); ; ) {
    const rows = await next;
    const [last] = rows;
    if (!last) return;
    const transfers: UnnamedTransfer[] = [];
    for (const row of rows) if (row.item !== null) transfers.push(row);
    // The names are asked for first, since they come soon. The database then reads the next part
    // while this one is written.
    const named = withNames(transfers);
    next = read({ crts: last.last_crts, item: last.last_item });
    // Nobody awaits it if the consumer stops here, and an unhandled rejection would end the
    // process.
    next.catch(() => {});
    yield await named;
  }
}
