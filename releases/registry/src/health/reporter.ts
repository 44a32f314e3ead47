/**
 * Which browser a report came from, as the site server knows by itself; the report says nothing of
 * it. Browser and network are keyed hashes.
 */
export interface Reporter {
  browser: string;
  network: string;
  /** Its cookie was issued a short while ago. */
  fresh: boolean;
  /** In the share of browsers whose loads are counted. */
  sampled: boolean;
}
