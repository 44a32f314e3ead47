import type { TransferList } from '@tallystick/shared/contracts/transfer';
import { asBatch } from '@tallystick/store/caller';
import type { Statement } from '@tallystick/store/connections';
import type { Store } from '../store/store.ts';
import { type PageRow, pageOf, pageOfHits, withTotals } from './listed-rows.ts';
import { type SearchBounds, usualBounds } from './search-bounds.ts';
import { type SearchQuery, walkTransfers } from './search-walk.ts';
import { findByWords, findParties } from './search-words.ts';
import { rowsWhere, statementValues } from './selection.ts';

/** Blocks of the table of which a sample is taken, some 1,000 transfers. */
const sampledBlocks = 40;
const frequentPercent = 1;

/**
 * Takes a sample of all transfers, one of `scale`. It says how many those are, how many of them are
 * like `$1`, and which of `$2` the fewest are like. It reads the same blocks each time, because by
 * others the pages of one search would be found in different ways.
 */
const sample: Statement = {
  name: 'search sample',
  text: `
    with size as (select pg_relation_size('transfer') / 8192.0 / ${sampledBlocks} as scale),
    sampled as materialized (
      select search from transfer tablesample system (
        least(100, 100.0 * ${sampledBlocks} * 8192 / greatest(1, pg_relation_size('transfer')))
      ) repeatable (0)
    )
    select greatest(1, scale)::float8 as scale, (select count(*) from sampled) as rows,
      (select count(*) from sampled where search like $1) as hits,
      nth, (select count(*) from sampled where search like rare) as entries
    from size, unnest($2::text[]) with ordinality as asked (rare, nth)
    order by entries limit 1`,
};

interface Sampled extends Record<string, unknown> {
  scale: number;
  rows: number;
  hits: number;
  nth: number;
  entries: number;
}

/**
 * One page of the hits of a search, newest first, and how many there are. However long the ledger,
 * it reads no more than its bounds. A text that is rare, as a sample of the ledger says, is found
 * everywhere by the trigram index. One of a few parties is found where it begins an id or a word of
 * a name. Another is found among the newest transfers. The latter two say `more`, unless they have
 * come to the end of the list.
 */
export function searchTransfers(
  store: Pick<Store, 'query'>,
  query: SearchQuery,
  bounds = usualBounds,
): Promise<TransferList> {
  return asBatch(async () => {
    const { credit, debit } = query.selection;
    if (credit !== undefined || debit !== undefined) {
      const { short } = bounds;
      const found = await walkTransfers(store, query, { enough: short, most: short });
      if (!found.more) return found;
    }
    const { total, hits, isFrequent, entries, probe } = await estimate(store, query);
    const parties = isFrequent ? null : await findParties(store, query, bounds);
    const isName = parties !== null && parties.found.length > 0;
    // If no party is found it reads ids alone. If these are more than the index may find, the
    // sample has missed them.
    const begun = parties && !isName ? await findByWords(store, query, parties, bounds) : null;
    const mostEntries = isName ? bounds.candidates : bounds.entries;
    const isRare = hits <= bounds.hits && entries <= mostEntries;
    if (probe !== undefined && isRare && (begun?.own ?? 0) <= bounds.indexed) {
      const found = await findIndexed(store, query, probe, bounds);
      if (found) return found;
    }
    const byWords = begun ?? (parties && (await findByWords(store, query, parties, bounds)));
    if (byWords?.areNewest) return byWords.page;
    // A ledger that is looked through anyway is counted to its end.
    const enough = total < bounds.most ? bounds.most : bounds.enough;
    const walked = await walkTransfers(store, query, { enough, most: bounds.most });
    return walked.more && walked.count === 0 && byWords ? byWords.page : walked;
  });
}

async function estimate(store: Pick<Store, 'query'>, { pattern, probes }: SearchQuery) {
  const asked = probes.length > 0 ? probes.map(({ rare }) => rare) : [pattern];
  const empty = { nth: 1, scale: 1, rows: 0, entries: 0, hits: 0 };
  const [sampled = empty] = await store.query<Sampled>(sample, [pattern, asked]);
  const { nth, scale, rows, entries, hits } = sampled;
  return {
    /** All transfers. */
    total: rows * scale,
    hits: hits * scale,
    /** A page of hits is then soon found among any transfers. */
    isFrequent: hits * 100 > rows * frequentPercent,
    /** What to ask the index for, and how many entries its rarest trigram has. */
    probe: probes[nth - 1]?.probe,
    entries: entries * scale,
  };
}

/**
 * A whole search by the trigram index alone, since the index of a filter would give far more rows.
 * Null: there are too many hits.
 */
async function findIndexed(
  store: Pick<Store, 'query'>,
  { selection, pattern, offset, items }: SearchQuery,
  probe: string,
  { indexed }: SearchBounds,
): Promise<TransferList | null> {
  const { values, add } = statementValues();
  const text = `
    with found as materialized (
      select item, crts, form, stat, cred, debt from transfer
      where search like ${add(probe)} and search || '' like ${add(pattern)} limit ${add(indexed + 1)}
    ), hits as (
      select item, crts from found where ${rowsWhere(selection, add)}
    )
    ${withTotals(
      pageOfHits('hits', add, { offset, items }),
      '(select count(*) from hits) as count, (select count(*) from found) as found',
    )}`;
  const rows = await store.query<PageRow & { found: number }>({ text }, values);
  return (rows[0]?.found ?? 0) > indexed ? null : pageOf(rows);
}
