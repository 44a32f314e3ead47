/** A file of a draft, with its hash (`sha384-…`). */
export interface DraftFile {
  bytes: Uint8Array;
  integrity: string;
}

/** Files of a draft, by their path. */
export type Draft = ReadonlyMap<string, DraftFile>;
