import { buildIdSchema, revisionNumberSchema } from '@tallystick/contract/release';
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

/** What of a page is measured: LCP, INP, and how long its remote takes to load. */
export const measures = ['lcp', 'inp', 'load'] as const;
export type Measure = (typeof measures)[number];

/** Browsers in which it was measured, and the milliseconds that three quarters of them do not exceed. */
const timesSchema = v.object({ browsers: countSchema, p75: countSchema });

/** A build that is slower than the live one, at the same time. */
export const slowSchema = v.object({
  measure: v.picklist(measures),
  ours: timesSchema,
  theirs: timesSchema,
  /** Networks in which it was slower than three quarters of the others. */
  networks: countSchema,
  /** With which probability chance alone ever makes such a difference, at most. */
  chance: v.number(),
});
export type Slow = v.InferOutput<typeof slowSchema>;

/** A split that is broken: the percent of browsers that were to get a canary, and those of new networks that did. */
export const splitSchema = v.object({ asked: v.number(), came: v.number(), networks: countSchema });
export type Split = v.InferOutput<typeof splitSchema>;

/**
 * How a canary fails beside the live build: by what share of browsers more, between -1 and 1. With 95 % the true
 * difference is from `low` to `high`, however long one looks.
 */
export const canaryComparisonSchema = v.object({
  ...buildKeySchema.entries,
  live: buildIdSchema,
  low: v.number(),
  high: v.number(),
  /** Null: other browsers do not get it than were asked for, as far as one knows. */
  split: v.nullable(splitSchema),
});
export type CanaryComparison = v.InferOutput<typeof canaryComparisonSchema>;

/**
 * Browsers that have the settings of a share, and the others with the same build. With 95 % the first ones fail more
 * often by `low` to `high`, between -1 and 1, however long one looks.
 */
export const shareComparisonSchema = v.object({
  ...buildKeySchema.entries,
  percent: v.number(),
  share: ratesSchema,
  others: ratesSchema,
  /** The revision that gave them these settings; null: the app was moved since. */
  revision: v.nullable(revisionNumberSchema),
  low: v.number(),
  high: v.number(),
});
export type ShareComparison = v.InferOutput<typeof shareComparisonSchema>;

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
  /** It was too slow, and what it failed in did not decide. */
  slow: v.optional(slowSchema),
});
export type Verdict = v.InferOutput<typeof verdictSchema>;
