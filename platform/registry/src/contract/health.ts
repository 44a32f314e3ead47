import { buildIdSchema } from '@tallystick/contract/release';
import { failureKinds } from '@tallystick/contract/release-news';
import * as v from 'valibot';
import { buildKeySchema } from './build-key.ts';
import { countSchema } from './scalars.ts';

/** Browsers that count, and those of them in which something failed. */
export const ratesSchema = v.object({ browsers: countSchema, failed: countSchema });
export type Rates = v.InferOutput<typeof ratesSchema>;

export const kindCountsSchema = v.record(v.picklist(failureKinds), countSchema);
export type KindCounts = v.InferOutput<typeof kindCountsSchema>;

/**
 * What a build was compared with. `live` and `before` are the live build and the build before it, at the same time.
 * `kept` is a build's earlier rates. `stated` is the rate that is assumed where nothing is known.
 */
export const comparisonSchema = v.object({
  ...ratesSchema.entries,
  what: v.picklist(['live', 'before', 'kept', 'stated']),
  build: v.nullable(buildIdSchema),
});
export type Comparison = v.InferOutput<typeof comparisonSchema>;

/** Why the registry itself paused or rolled back a build: the figures of that moment. */
export const verdictSchema = v.object({
  ...buildKeySchema.entries,
  ...ratesSchema.entries,
  /** Networks in which it failed. */
  networks: countSchema,
  /** Browsers by how it failed in them. */
  kinds: kindCountsSchema,
  against: comparisonSchema,
  /** With which probability chance alone ever makes such a difference, at most, however long one looks. */
  chance: v.number(),
  /** Length of the window that was judged. */
  seconds: countSchema,
});
export type Verdict = v.InferOutput<typeof verdictSchema>;
