import * as v from 'valibot';

const hashSchema = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/));

/**
 * Proves that an entry is in the log of releases: by the checkpoint that ends with this very entry. So it needs no
 * more hashes than the tree before it has whole subtrees, and it is there as soon as the entry is.
 */
export const entryProofSchema = v.object({
  /** SHA-256 of what was recorded, with a salt: it says nothing of that. */
  record: hashSchema,
  /** Roots of the whole subtrees before the entry, largest first, one after another in base64. */
  frontier: v.string(),
  /** A signed note (C2SP tlog-checkpoint). */
  checkpoint: v.string(),
});
export type EntryProof = v.InferOutput<typeof entryProofSchema>;

/** Proves that a revision is in the log. Each of its builds brings a proof of its own. */
export const releaseProofSchema = v.object({
  ...entryProofSchema.entries,
  /** SHA-256 of attestations, by `app@build`; absent: the entry does not cover them, as those of the first logs do. */
  attestations: v.optional(v.record(v.string(), v.nullable(hashSchema))),
});
export type ReleaseProof = v.InferOutput<typeof releaseProofSchema>;
