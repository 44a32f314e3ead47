import type { ExportList } from '@tallystick/shared/contracts/export';
import type { TransferList } from '@tallystick/shared/contracts/transfer';
import { asBatch } from '@tallystick/store/caller';
import type { Statement } from '@tallystick/store/connections';
import type { SearchPattern } from '../ledger/search.ts';
import type { Store } from '../store/store.ts';
import {
  columns,
  definitions,
  isOfParty,
  type ListedRow,
  newestFirst,
  transfersOf,
} from './lists.ts';

export interface SearchQuery extends SearchPattern {
  list: ExportList;
  /** Id of the party; unused by the lists that have none. */
  party: string;
  /** Hits before the page. */
  offset: number;
  /** Page size. */
  items: number;
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

/** A whole search by the index: `$1` is the probe, `$2` the pattern. */
function indexedPage(list: ExportList): Statement {
  return {
    name: `${list} search`,
    text: `
      with hits as materialized (
        select item, crts from transfer
        where ${definitions[list].rows} and search like $1 and search || '' like $2
      )
      select page.*,
        (select count(*) from hits) as hits,
        (select coalesce(max(id), 0) from event) as sequence
      from (select 1) as one left join (
        select ${columns} from transfer join (
          select item from hits ${newestFirst} offset $3 limit $4
        ) as h using (item)
      ) as page on true
      ${newestFirst}`,
  };
}

/** What follows the key `$1`, `$2` in a list, `$7` transfers; `$3` is the party. */
function searchedPart(list: ExportList): Statement {
  return {
    name: `${list} search part`,
    text: `
      with part as materialized (
        select item, crts, search like $4 as hit from transfer
        where ${definitions[list].rows} and (crts, item) < ($1, $2) and $3::text is not null
        ${newestFirst} limit $7
      )
      select last.crts as last_crts, last.item as last_item, page.*,
        extract(epoch from clock_timestamp() - statement_timestamp())::float8 * 1000 as took,
        (select count(*) from part where hit) as hits,
        (select coalesce(max(id), 0) from event) as sequence
      from (select crts, item from part order by crts, item limit 1) as last
      left join (
        select ${columns} from transfer join (
          select item from part where hit ${newestFirst} offset $5 limit $6
        ) as h using (item)
      ) as page on true
      order by page.crts desc, page.item desc`,
  };
}

type Found = { hits: number; sequence: number } & ListedRow;
type FoundPart = Found & { last_crts: number; last_item: string; took: number };

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
  { list, probe }: SearchQuery,
): Promise<boolean> {
  if (probe === null || isOfParty(list)) return false;
  const [found] = await store.query<{ rows: number; hits: number }>(sample, [probe]);
  return found !== undefined && found.hits * 100 <= found.rows * fewPercent;
}

async function readIndexed(
  store: Pick<Store, 'query'>,
  { list, probe, pattern, offset, items }: SearchQuery,
): Promise<Required<TransferList>> {
  const rows = await store.query<Found>(indexedPage(list), [probe, pattern, offset, items]);
  return {
    list: transfersOf(rows),
    count: rows[0]?.hits ?? 0,
    sequence: rows[0]?.sequence ?? 0,
  };
}

async function readParts(
  store: Pick<Store, 'query'>,
  { list, party, pattern, offset, items }: SearchQuery,
): Promise<Required<TransferList>> {
  const deadline = performance.now() + timeoutMs;
  const found: Required<TransferList> = { list: [], count: 0, sequence: 0 };
  /** Later than any transfer. */
  let after: { crts: number | string; item: string } = { crts: '9223372036854775807', item: '' };
  let size: number = batchRows.initial;
  for (let first = true; ; first = false) {
    if (performance.now() > deadline) throw new SearchTooLong('The search takes too long.');
    const before = Math.max(0, offset - found.count);
    const missing = items - found.list.length;
    const values = [after.crts, after.item, party, pattern, before, missing, Math.round(size)];
    const rows = await store.query<FoundPart>(searchedPart(list), values);
    const [last] = rows;
    if (!last) return found;
    if (first) found.sequence = last.sequence;
    found.list.push(...transfersOf(rows));
    found.count += last.hits;
    after = { crts: last.last_crts, item: last.last_item };
    const fitting = (size * batchMs) / Math.max(0.1, last.took);
    size = Math.min(batchRows.max, Math.max(batchRows.min, fitting));
  }
}
