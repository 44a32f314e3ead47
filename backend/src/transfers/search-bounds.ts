/** How much one search may read, however long the ledger. */
export type SearchBounds = typeof usualBounds;

export const usualBounds = {
  /** Entries of its rarest trigram, as a sample has it, with which the index is asked; it takes some 30 ms. */
  entries: 150_000,
  /** Entries with which it is asked for names, too: their trigrams come together, so that it finds as many rows. */
  candidates: 5_000,
  /** Hits, as a sample has them, with which indices are worth their while. */
  hits: 10_000,
  /** Hits that are read by the trigram index. */
  indexed: 500,
  /** Parties that are looked up by the beginning of a word or an id. */
  parties: 300,
  /** Transfers that are read of each of these and of all, and transfers by the beginning of their ids. */
  ofEach: 1_000,
  ofAll: 8_000,
  ids: 1_000,
  /** So much of a party's list is looked through before anything else: most have no more. */
  short: 2_000,
  /** Transfers that are looked through: `enough` to count hits, `most` to fill the page that is asked for. */
  enough: 20_000,
  most: 50_000,
};
