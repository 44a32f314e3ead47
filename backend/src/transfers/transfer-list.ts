import type { ExportList } from '@tallystick/shared/contracts/export';
import type { ListFilters } from '@tallystick/shared/contracts/list-filters';
import type { TransferList } from '@tallystick/shared/contracts/transfer';
import type { Statement } from '@tallystick/store/connections';
import { searchesFor, searchPattern } from '../ledger/search.ts';
import type { Store } from '../store/store.ts';
import { findExactly } from './exact-id.ts';
import { type PagePlace, type PageRow, pageOf } from './listed-rows.ts';
import { searchTransfers } from './search-list.ts';
import { isNear, selectedCount, selectedPage } from './selected-page.ts';
import { type Order, type Selection, selectionOf, shapeOf, statementValues } from './selection.ts';

export interface ListQuery {
  list: ExportList;
  /** Id of the party; unused by the lists that have none. */
  party?: string;
  /** Page, from 1. */
  index: number;
  /** Page size. */
  items: number;
  search?: string;
  filters?: ListFilters;
}

/** One page of a selection: a statement that is planned once for each connection and shape. */
export function pageStatement(
  selection: Selection,
  place: PagePlace,
  order: Order = 'desc',
): Statement & { values: unknown[] } {
  const { values, add } = statementValues();
  const text = selectedPage(selection, add, place, order);
  const way = isNear(selection, place) ? 'near' : 'counted';
  return { name: `page ${way} ${order} ${shapeOf(selection)}`, text, values };
}

/** How many transfers a selection has, as `n`. */
export function countStatement(selection: Selection): Statement & { values: unknown[] } {
  const { values, add } = statementValues();
  return { name: `count ${shapeOf(selection)}`, text: selectedCount(selection, add), values };
}

/**
 * One page of a list, newest first (by `crts`, then `item`). With it come the number of all
 * transfers in the list, and that of the last event that both contain. All is of one snapshot,
 * except a search that is read in parts. A page past the end is empty. A search that names nothing
 * is none. One that is the whole id of transfers of the list finds these alone. If nothing is found
 * as it was typed, it searches without what came along when it was copied.
 */
export async function listTransfers(
  store: Pick<Store, 'query'>,
  { list, party = '', index, items, search = '', filters }: ListQuery,
): Promise<TransferList> {
  const place = { offset: (index - 1) * items, items };
  const selection = selectionOf(list, party, filters);
  if (searchPattern(search) && selection) {
    const found = (text: string) => searchSelection(store, selection, text, place);
    const [typed, ...cleaned] = searchesFor(search);
    const first = await found(typed);
    for (const text of first.count === 0 ? cleaned : []) {
      const page = await found(text);
      if (page.count > 0) return page;
    }
    return first;
  }
  const page = pageStatement(selection ?? nothing, place);
  return pageOf(await store.query<PageRow>(page, page.values));
}

/** One page of what a text that names something finds, as it is. */
async function searchSelection(
  store: Pick<Store, 'query'>,
  selection: Selection,
  search: string,
  place: PagePlace,
): Promise<TransferList> {
  const exact = await findExactly(store, selection, search, place);
  const pattern = searchPattern(search) ?? { pattern: '', probes: [] };
  return exact ?? searchTransfers(store, { selection, search, ...place, ...pattern });
}

/** No transfer has a status of none. */
const nothing: Selection = { stat: [] };
