/** How much one search may read, however long the ledger. */
export interface SearchBounds {
  /** Entries of its rarest trigram, as a sample has it, with which the index is asked; it takes some 30 ms. */
  entries: number;
  /** Entries with which it is asked for names, too: their trigrams come together, so that it finds as many rows. */
  candidates: number;
  /** Hits, as a sample has them, with which indices are worth their while. */
  hits: number;
  /** Hits that are read by the trigram index. */
  indexed: number;
  /** Parties that are looked up by the beginning of a word or an id. */
  parties: number;
  /** Transfers that are read of each of these and of all, and transfers by the beginning of their ids. */
  ofEach: number;
  ofAll: number;
  ids: number;
  /** So much of a party's list is looked through before anything else: most have no more. */
  short: number;
  /** Transfers that are looked through: `enough` to count hits, `most` to fill the page that is asked for. */
  enough: number;
  most: number;
}

export const usualBounds: SearchBounds = {
  entries: 150_000,
  candidates: 5_000,
  hits: 10_000,
  indexed: 500,
  parties: 300,
  ofEach: 1_000,
  ofAll: 8_000,
  ids: 1_000,
  short: 2_000,
  enough: 20_000,
  most: 50_000,
};
