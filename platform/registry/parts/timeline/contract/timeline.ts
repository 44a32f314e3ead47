import { appNameSchema, buildIdSchema, revisionNumberSchema } from '@tallystick/contract/release';
import * as v from 'valibot';
import { boardSchema } from '../../../src/contract/board.ts';
import { changeKinds, moveSchema } from '../../../src/contract/channel.ts';
import { countSchema, timeSchema } from '../../../src/contract/scalars.ts';
import { histogramSchema } from './histogram.ts';

const minute = 60_000;

/** How far back a timeline reaches, and how long its buckets are, in milliseconds. */
export const ranges = {
  hour: { step: minute, buckets: 60 },
  day: { step: 10 * minute, buckets: 144 },
  month: { step: 240 * minute, buckets: 180 },
} as const;
export const rangeNames = ['hour', 'day', 'month'] as const;
export type RangeName = (typeof rangeNames)[number];

/**
 * What browsers said within a bucket of time. Each counts once a minute and build: a load if it began there, a failure
 * if it failed. Largest paint (LCP) and slowest interaction (INP) are of whole pages.
 */
const countsSchema = v.object({
  /** The bucket, counted from the oldest. */
  bucket: countSchema,
  loads: countSchema,
  failures: countSchema,
  lcp: histogramSchema,
  inp: histogramSchema,
});
export type TimelineCounts = v.InferOutput<typeof countsSchema>;

const markSchema = v.object({
  revision: revisionNumberSchema,
  at: timeSchema,
  by: v.string(),
  reason: v.string(),
  kind: v.picklist(changeKinds),
  moves: v.array(moveSchema),
});
export type TimelineMark = v.InferOutput<typeof markSchema>;

/** What happened on a channel, or to one app on it. Buckets in which nothing did are left out. */
export const timelineSchema = v.object({
  /** Where the oldest bucket begins. */
  from: timeSchema,
  /** Length of a bucket in milliseconds, and how many there are. */
  step: countSchema,
  buckets: countSchema,
  /** The whole site, or all builds of the app. */
  all: v.array(countsSchema),
  /** Failures by build; for an app all builds, with loads and times. */
  builds: v.array(
    v.object({ app: appNameSchema, build: buildIdSchema, counts: v.array(countsSchema) }),
  ),
  /** Revisions since then, at most 200, the newest first. */
  marks: v.array(markSchema),
  /** Where the builds that are spoken of here come from, as far as that is known. */
  sources: v.optional(boardSchema.entries.sources.wrapped, []),
});
export type Timeline = v.InferOutput<typeof timelineSchema>;
