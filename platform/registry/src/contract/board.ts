import { appNameSchema, buildIdSchema } from '@tallystick/contract/release';
import * as v from 'valibot';
import { buildKeySchema } from './build-key.ts';
import { revisionSchema } from './channel.ts';
import { condemnedSchema } from './condemned.ts';
import {
  canaryComparisonSchema,
  kindCountsSchema,
  ratesSchema,
  shareComparisonSchema,
} from './health.ts';
import { lockSchema } from './history.ts';
import { noticeSchema } from './notice.ts';
import { provenanceSchema } from './provenance.ts';
import { rampOutlookSchema } from './ramp.ts';
import { countSchema } from './scalars.ts';

/** What open tabs say of one build. */
export const buildHealthSchema = v.object({
  ...buildKeySchema.entries,
  /** Open tabs in which this build really runs now. */
  tabs: countSchema,
  /** Loads that tabs reported in the last hour, and loads that failed. */
  loads: countSchema,
  failures: countSchema,
  /** Steps down the ladder from it in the last hour, and tabs in which it ran again after one. */
  steps: countSchema,
  recovered: countSchema,
  /** How long loads took in the last hour, in milliseconds: half of them, and 19 of 20, at most. */
  took: v.nullable(v.object({ median: countSchema, p95: countSchema })),
  /** Browsers that count in the window of the rule, and those in which it failed. */
  browsers: ratesSchema,
  /** Networks of the browsers in which it failed. */
  networks: v.optional(countSchema, 0),
  /** Browsers in which it failed in that window, by how. */
  kinds: kindCountsSchema,
});
export type BuildHealth = v.InferOutput<typeof buildHealthSchema>;

/** A recall and how far it has come: `left` of `ran` tabs run the build no more. */
export const recallProgressSchema = v.object({
  ...buildKeySchema.entries,
  revision: v.number(),
  at: v.string(),
  ran: countSchema,
  left: countSchema,
});
export type RecallProgress = v.InferOutput<typeof recallProgressSchema>;

/** What files of a build tried against the policy of pages, as browsers report it. */
export const breachSchema = v.object({
  ...buildKeySchema.entries,
  directive: v.string(),
  /** What was refused last: an origin, a path, or a word such as `inline`. */
  blocked: v.string(),
  reports: countSchema,
  firstSeen: v.string(),
  lastSeen: v.string(),
});
export type Breach = v.InferOutput<typeof breachSchema>;

/** The error of a build that the most browsers had lately; `place` is empty where no file of the app is known. */
const thrownSchema = v.object({
  ...buildKeySchema.entries,
  message: v.string(),
  place: v.string(),
});
export type Thrown = v.InferOutput<typeof thrownSchema>;

/** What everybody has to see at once: a break-glass token was used, or a witness does not sign the log. */
const shoutSchema = v.object({ of: v.picklist(['break-glass', 'witness']), text: v.string() });
export type Shout = v.InferOutput<typeof shoutSchema>;

/** One channel as the console's board and `release status` show it. */
export const boardSchema = v.object({
  current: v.nullable(revisionSchema),
  /** Every app that was ever moved here, also those that were removed. */
  apps: v.optional(v.array(appNameSchema), []),
  /** The revision since which each app's live build is live, and who made it. */
  since: v.record(
    appNameSchema,
    v.object({ revision: v.number(), at: v.string(), by: v.string(), reason: v.string() }),
  ),
  /** The build that a rollback of each app goes to if none is named; none: there is nothing to go back to. */
  before: v.optional(v.record(appNameSchema, buildIdSchema), {}),
  /** Where the builds that are spoken of here come from, as far as that is known. */
  sources: v.optional(
    v.array(v.object({ ...buildKeySchema.entries, provenance: provenanceSchema })),
    [],
  ),
  locks: v.array(lockSchema),
  /** Builds that nobody ships until a manager resumes them, the newest verdict last. */
  condemned: v.optional(v.array(condemnedSchema), []),
  /** All open tabs that reported lately. */
  tabs: countSchema,
  builds: v.array(buildHealthSchema),
  /** In how many networks a build must fail before the registry judges it; 0: it judges nothing. */
  minNetworks: v.optional(countSchema, 0),
  recalls: v.array(recallProgressSchema),
  /** What the registry would have done about builds that fail, and left to people. */
  left: v.array(noticeSchema),
  /** Why the ramps of canaries go on or wait, by app; absent: nothing was heard of them. */
  ramps: v.optional(v.record(appNameSchema, rampOutlookSchema), {}),
  /** What the policy of pages has refused to the builds that stand in `builds`. */
  breaches: v.optional(v.array(breachSchema), []),
  /** Canaries of which browsers have said something, beside the live builds. */
  canaryComparisons: v.exactOptional(v.array(canaryComparisonSchema)),
  /** Settings that a share of browsers has, where browsers with them and without have said something. */
  shareComparisons: v.exactOptional(v.array(shareComparisonSchema)),
  /** How many groups of errors began in the live build of each app since it is live; none: not in it. */
  errors: v.optional(v.record(appNameSchema, countSchema), {}),
  /** Errors of live builds and canaries, of those apps alone that the reader may read errors of. */
  thrown: v.optional(v.array(thrownSchema), []),
  /** What everybody has to see at once; absent: nothing. */
  shouts: v.exactOptional(v.array(shoutSchema)),
  /** What is wrong with the audit log, one line each; none: it is whole. */
  alerts: v.optional(v.array(v.string()), []),
});
export type Board = v.InferOutput<typeof boardSchema>;
