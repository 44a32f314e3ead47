import type { ExportList } from '@tallystick/shared/contracts/export';
import type { ListFilters } from '@tallystick/shared/contracts/list-filters';
import { pageSize } from '@tallystick/shared/contracts/page-size';
import type { TransferForm, TransferList } from '@tallystick/shared/contracts/transfer';
import type { Statement } from '@tallystick/store/connections';
import { searchPattern } from '../ledger/search.ts';
import type { Store } from '../store/store.ts';
import { findExactly } from './exact-id.ts';
import { columns, type PageRow, pageOf, withTotals } from './listed-rows.ts';
import { searchTransfers } from './search-list.ts';
import { type PagePlace, selectedPage } from './selected-page.ts';
import { newestFirst, type Selection, selectionOf, statementValues, without } from './selection.ts';

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

/** Pages of all transfers that begin within so many rows are read off the index. */
const nearRows = 500;

const ofForm = (form: TransferForm | undefined) =>
  form === undefined ? 'true' : `form = '${form}'`;

/**
 * A page of all transfers, or of all of a form. `$1` is the offset.
 * The limits are written out so that the planner finds a plan that it can keep.
 */
const nearPage = (form: TransferForm | undefined, items: number): string =>
  withTotals(
    `select * from (
       select ${columns} from transfer where ${ofForm(form)} ${newestFirst} limit ${nearRows + items}
     ) as near
     ${newestFirst} offset $1 limit ${items}`,
    `(select coalesce(sum(n), 0)::bigint from span where scope = '' and ${ofForm(form)}) as count`,
  );

const isNear = (selection: Selection, { offset }: PagePlace): boolean =>
  offset <= nearRows && Object.keys(without(selection, 'form')).length === 0;

function statementOf(selection: Selection, place: PagePlace): { text: string; values: unknown[] } {
  if (isNear(selection, place)) {
    return { text: nearPage(selection.form, place.items), values: [place.offset] };
  }
  const { values, add } = statementValues();
  return { text: selectedPage(selection, add, place), values };
}

/** One name for statements of the same text. */
const nameOf = (selection: Selection, place: PagePlace): string =>
  isNear(selection, place)
    ? `${selection.form ?? 'all'} near`
    : `page by ${Object.keys(selection).sort().join(' ')}`;

/** What is asked of the store for one page without a search. */
function pageStatement(selection: Selection, place: PagePlace): Statement & { values: unknown[] } {
  // Only statements of the site's own page size are kept: names for every size would pile up.
  const name = place.items === pageSize ? { name: nameOf(selection, place) } : {};
  return { ...statementOf(selection, place), ...name };
}

/**
 * One page of a list, newest first (by `crts`, then `item`), with the number of all transfers in
 * the list and of the last event that both contain: all of one snapshot, but for a search with many
 * hits. A page past the end is empty. A search that names nothing is none; one that is the whole id
 * of transfers of the list finds these alone.
 */
export async function listTransfers(
  store: Pick<Store, 'query'>,
  { list, party = '', index, items, search = '', filters }: ListQuery,
): Promise<Required<TransferList>> {
  const place = { offset: (index - 1) * items, items };
  const selection = selectionOf(list, party, filters);
  const pattern = searchPattern(search);
  if (pattern && selection) {
    const exact = await findExactly(store, selection, search.trim(), place);
    return exact ?? searchTransfers(store, { selection, ...place, ...pattern });
  }
  const { values, ...statement } = pageStatement(selection ?? nothing, place);
  return pageOf(await store.query<PageRow>(statement, values));
}

/** Nothing has a status of none. */
const nothing: Selection = { stat: [] };
