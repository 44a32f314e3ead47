import { appNameSchema, buildIdSchema } from '@tallystick/shared/contracts/release';
import * as v from 'valibot';
import { revisionSchema } from './channel.ts';
import { lockSchema } from './history.ts';

const count = v.pipe(v.number(), v.integer(), v.minValue(0));

/** What open tabs say of one build. */
export const buildHealthSchema = v.object({
  app: appNameSchema,
  build: buildIdSchema,
  /** Open tabs in which this build really runs now. */
  tabs: count,
  /** In the last hour: loads that tabs reported, and loads that failed. */
  loads: count,
  failures: count,
});
export type BuildHealth = v.InferOutput<typeof buildHealthSchema>;

/** A recall and how far it has come: `left` of `ran` tabs run the build no more. */
export const recallProgressSchema = v.object({
  app: appNameSchema,
  build: buildIdSchema,
  revision: v.number(),
  at: v.string(),
  ran: count,
  left: count,
});
export type RecallProgress = v.InferOutput<typeof recallProgressSchema>;

/** One channel as the console's board and `release status` show it. */
export const boardSchema = v.object({
  current: v.nullable(revisionSchema),
  /** The revision since which each app's live build is live, and who made it. */
  since: v.record(
    appNameSchema,
    v.object({ revision: v.number(), at: v.string(), by: v.string(), reason: v.string() }),
  ),
  locks: v.array(lockSchema),
  /** All open tabs that reported lately. */
  tabs: count,
  builds: v.array(buildHealthSchema),
  recalls: v.array(recallProgressSchema),
});
export type Board = v.InferOutput<typeof boardSchema>;
