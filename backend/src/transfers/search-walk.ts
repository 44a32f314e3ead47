import type { TransferList } from '@tallystick/shared/contracts/transfer';
import type { SearchPattern } from '../ledger/search.ts';
import { type ListKey, latestKey } from '../ledger/transfer-row.ts';
import type { Store } from '../store/store.ts';
import {
  type PagePlace,
  type PageRow,
  pageOfHits,
  transfersOf,
  withTotals,
} from './listed-rows.ts';
import type { SearchBounds } from './search-bounds.ts';
import {
  firstRows,
  hasIndex,
  inParts,
  rowsWhere,
  type Selection,
  statementValues,
} from './selection.ts';

export interface SearchQuery extends SearchPattern, PagePlace {
  selection: Selection;
  /** The text as it was written. */
  search: string;
}

/** Transfers that one statement looks at: some milliseconds, after which others that search have their turn. */
const partRows = 2_000;

interface Part extends PagePlace {
  after: ListKey;
  /** Transfers that it looks at. */
  size: number;
}

/** What follows a key in a list. */
function walkedPart({ selection, pattern }: SearchQuery, { after, offset, items, size }: Part) {
  const { values, add } = statementValues();
  const { key, rest } = hasIndex(selection) ? { key: selection, rest: {} } : inParts(selection);
  const part = firstRows(key, add, {
    columns: `item, crts, (search like ${add(pattern)} and ${rowsWhere(rest, add)}) as hit`,
    within: `(crts, item) < (${add(after.crts)}::bigint, ${add(after.item)})`,
    order: 'desc',
    limit: add(size),
  });
  const text = `
    with part as materialized (${part}),
    last as (select crts, item from part order by crts, item limit 1)
    ${withTotals(
      pageOfHits('part where hit', add, { offset, items }),
      `(select crts from last) as last_crts, (select item from last) as last_item,
       (select count(*) from part) as looked, (select count(*) from part where hit) as count`,
    )}`;
  return { text, values };
}

type WalkedRow = PageRow & {
  last_crts: number;
  last_item: string | null;
  looked: number;
};

/**
 * Looks through a list from the newest on, part by part, so that others have their turns between. `more` if
 * it stops before the end. The page and the count contain every event up to `sequence`, and may contain later
 * ones.
 */
export async function walkTransfers(
  store: Pick<Store, 'query'>,
  query: SearchQuery,
  { enough, most }: Pick<SearchBounds, 'enough' | 'most'>,
): Promise<TransferList> {
  const found: TransferList = { list: [], count: 0, sequence: 0 };
  let after = latestKey;
  for (let looked = 0; looked < most; ) {
    if (looked >= enough && found.list.length === query.items) break;
    const bound = (looked < enough ? enough : most) - looked;
    const asked = Math.min(partRows, bound);
    const part = walkedPart(query, {
      after,
      offset: Math.max(0, query.offset - found.count),
      items: query.items - found.list.length,
      size: asked,
    });
    const rows = await store.query<WalkedRow>(part, part.values);
    const [last] = rows;
    if (looked === 0) found.sequence = last?.sequence ?? 0;
    if (!last || last.last_item === null) return found;
    found.list.push(...transfersOf(rows));
    found.count += last.count;
    if (last.looked < asked) return found;
    looked += last.looked;
    after = { crts: last.last_crts, item: last.last_item };
  }
  return { ...found, more: true };
}
