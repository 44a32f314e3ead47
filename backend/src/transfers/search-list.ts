import type { TransferList } from '@tallystick/shared/contracts/transfer';
import { asBatch } from '@tallystick/store/caller';
import type { Statement } from '@tallystick/store/connections';
import type { SearchPattern } from '../ledger/search.ts';
import type { Store } from '../store/store.ts';
import { columns, type PageRow, pageOf, transfersOf, withTotals } from './listed-rows.ts';
import type { PagePlace } from './selected-page.ts';
import {
  firstRows,
  inParts,
  newestFirst,
  rowsWhere,
  type Selection,
  statementValues,
} from './selection.ts';

export interface SearchQuery extends SearchPattern, PagePlace {
  selection: Selection;
}

/**
 * Milliseconds that one statement may take, in which PGlite does nothing else, and transfers that it
 * looks at: as many as the last one would have managed in that time.
 */
const batchMs = 6;
const batchRows = { initial: 1_000, min: 250, max: 10_000 } as const;
/** Blocks of the table of which a sample is taken, some 1,000 transfers. */
const sampledBlocks = 40;
/** Percent of a sample that may be hits for the index to be worth its while. */
const fewPercent = 1;
/** For a whole search, with the time that it waits between its parts. */
const timeoutMs = 10_000;

/** A search that is given up; `code` is PostgreSQL's for a statement that takes too long. */
class SearchTooLong extends Error {
  override readonly name = 'SearchTooLong';
  readonly code = '57014';
}

/** How many of a sample of all transfers are like `$1`. The blocks are chosen by chance. */
const sample: Statement = {
  name: 'search sample',
  text: `
    select count(*) as rows, count(*) filter (where search like $1) as hits
    from transfer tablesample system (
      least(100, 100.0 * ${sampledBlocks} * 8192 / greatest(1, pg_relation_size('transfer')))
    )`,
};

/** A whole search by the trigram index alone: one of a filter's would give far more rows. */
function indexedPage({ selection, probe, pattern, offset, items }: SearchQuery) {
  const { values, add } = statementValues();
  const text = `
    with found as materialized (
      select item, crts, form, stat, cred, debt from transfer
      where search like ${add(probe)} and search || '' like ${add(pattern)}
    ), hits as (
      select item, crts from found where ${rowsWhere(selection, add)}
    )
    ${withTotals(
      `select ${columns} from transfer join (
         select item from hits ${newestFirst} offset ${add(offset)} limit ${add(items)}
       ) as h using (item)`,
      '(select count(*) from hits) as count',
    )}`;
  return { text, values };
}

interface Part extends PagePlace {
  after: { crts: number | string; item: string };
  /** Transfers that it looks at. */
  size: number;
}

/** What follows a key in a list. */
function searchedPart({ selection, pattern }: SearchQuery, { after, offset, items, size }: Part) {
  const { values, add } = statementValues();
  const { key, rest } = inParts(selection);
  const part = firstRows(key, add, {
    columns: `item, crts, (search like ${add(pattern)} and ${rowsWhere(rest, add)}) as hit`,
    within: `(crts, item) < (${add(after.crts)}::bigint, ${add(after.item)})`,
    order: 'desc',
    limit: add(size),
  });
  const hits = `
    select ${columns} from transfer join (
      select item from part where hit ${newestFirst} offset ${add(offset)} limit ${add(items)}
    ) as h using (item)`;
  const text = `
    with part as materialized (${part}),
    last as (select crts, item from part order by crts, item limit 1)
    ${withTotals(
      hits,
      `(select crts from last) as last_crts, (select item from last) as last_item,
       extract(epoch from clock_timestamp() - statement_timestamp())::float8 * 1000 as took,
       (select count(*) from part where hit) as count`,
    )}`;
  return { text, values };
}

type FoundPart = PageRow & { last_crts: number; last_item: string | null; took: number };

/**
 * One page of the hits of a search, newest first, and how many there are. What has few hits is found
 * by the index in one statement. What has many is read part by part, so that others have their turns
 * between: then the page and the total contain every event up to `sequence`, and may contain later
 * ones. Rejects with code 57014 when it takes more than ten seconds.
 */
export function searchTransfers(
  store: Pick<Store, 'query'>,
  query: SearchQuery,
): Promise<Required<TransferList>> {
  return asBatch(async () =>
    (await hasFewHits(store, query)) ? readIndexed(store, query) : readParts(store, query),
  );
}

/** The list of a party is short enough to be read. */
async function hasFewHits(
  store: Pick<Store, 'query'>,
  { selection: { credit, debit }, probe }: SearchQuery,
): Promise<boolean> {
  if (probe === null || credit !== undefined || debit !== undefined) return false;
  const [found] = await store.query<{ rows: number; hits: number }>(sample, [probe]);
  return found !== undefined && found.hits * 100 <= found.rows * fewPercent;
}

async function readIndexed(
  store: Pick<Store, 'query'>,
  query: SearchQuery,
): Promise<Required<TransferList>> {
  const { values, ...statement } = indexedPage(query);
  return pageOf(await store.query<PageRow>(statement, values));
}

async function readParts(
  store: Pick<Store, 'query'>,
  query: SearchQuery,
): Promise<Required<TransferList>> {
  const deadline = performance.now() + timeoutMs;
  const found: Required<TransferList> = { list: [], count: 0, sequence: 0 };
  /** Later than any transfer. */
  let after: Part['after'] = { crts: '9223372036854775807', item: '' };
  let size: number = batchRows.initial;
  for (let first = true; ; first = false) {
    if (performance.now() > deadline) throw new SearchTooLong('The search takes too long.');
    const { values, ...statement } = searchedPart(query, {
      after,
      offset: Math.max(0, query.offset - found.count),
      items: query.items - found.list.length,
      size: Math.round(size),
    });
    const rows = await store.query<FoundPart>(statement, values);
    const [last] = rows;
    if (first) found.sequence = last?.sequence ?? 0;
    if (!last || last.last_item === null) return found;
    found.list.push(...transfersOf(rows));
    found.count += last.count;
    after = { crts: last.last_crts, item: last.last_item };
    const fitting = (size * batchMs) / Math.max(0.1, last.took);
    size = Math.min(batchRows.max, Math.max(batchRows.min, fitting));
  }
}
