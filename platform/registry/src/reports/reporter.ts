/**
 * Which browser a report came from, as the site server knows by itself; the report says nothing of
 * it. Browser and network are keyed hashes.
 */
export interface Reporter {
  browser: string;
  network: string;
  /** Its rollout bucket, 0..9999: a share of browsers is the lowest ones. */
  bucket: number;
  /** Its cookie was issued a short while ago. */
  fresh: boolean;
  /** Whether it belongs to the share of browsers whose loads are counted. */
  sampled: boolean;
  /** What the reporting page was served; null: it is not known, so the report counts for nothing. */
  served: Served | null;
}

/** A page document of one remote, in which no other remote's code has run by then. */
export interface Served {
  /** The only app whose failures count. */
  app: string;
  /** `app@build` of all that may run there. */
  builds: ReadonlySet<string>;
}
