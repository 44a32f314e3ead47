import { appNameSchema, channelNameSchema } from '@tallystick/contract/release';
import * as v from 'valibot';
import { changeSchema, revisionSchema } from './channel.ts';
import { countSchema } from './scalars.ts';

/** A version, which stands for its newest build, or a whole build id. */
export const buildNameSchema = v.pipe(
  v.string(),
  v.maxLength(200),
  v.regex(/^\d+\.\d+\.\d+[\w.-]*$/),
);
const namesSchema = v.record(appNameSchema, buildNameSchema);
/** What is shipped: `null` stands for the newest build of the app, with `from` for the one that is live there. */
const shippedEntries = {
  builds: v.record(appNameSchema, v.nullable(buildNameSchema)),
  /** Another channel; with no build named, all that is live there is shipped, and no canary. */
  from: v.exactOptional(channelNameSchema),
};

const [promote, canary, rollback, abort, undo, remove, unhold, slots, configure, ramp] =
  changeSchema.options;

/** A change as a person says it: the registry resolves which builds are meant. */
export const namedChangeSchema = v.variant('kind', [
  v.object({ ...promote.entries, ...shippedEntries }),
  v.object({ ...canary.entries, ...shippedEntries }),
  v.object({ ...rollback.entries, to: v.optional(namesSchema, {}) }),
  abort,
  undo,
  remove,
  v.object({ ...unhold.entries, builds: v.exactOptional(namesSchema) }),
  slots,
  configure,
  ramp,
]);
export type NamedChange = v.InferOutput<typeof namedChangeSchema>;

/** What is asked of a channel in one call. */
export const changeRequestSchema = v.object({
  change: namedChangeSchema,
  /**
   * The revision that was seen as this was decided: refused as `moved` if an app of the change has moved since.
   * Absent: the change is made whatever the newest revision is.
   */
  seen: v.exactOptional(countSchema),
  /** Says what would be made, and changes nothing. */
  dryRun: v.optional(v.boolean(), false),
});
export type ChangeRequest = v.InferOutput<typeof changeRequestSchema>;

/** What is lost by it, a line each, although that does not prevent it; absent: nothing. */
const noted = { notes: v.exactOptional(v.array(v.string())) };
/** Origin of the channel's site; absent: no setting names one. */
const shownAt = { site: v.exactOptional(v.string()) };

/**
 * What came of it; the `moves` of the revision say app by app what it does.
 * - `made`: the revision was appended.
 * - `would-be`: what a dry run would append, and the change with each build by its id. Sent again so, with the revision
 *   before it as `seen`, it does what was shown.
 * - `already`: the channel is as wished; the revision is its newest.
 */
export const changeAnswerSchema = v.variant('outcome', [
  v.object({ outcome: v.literal('made'), revision: revisionSchema, ...noted, ...shownAt }),
  v.object({
    outcome: v.literal('would-be'),
    revision: revisionSchema,
    change: changeSchema,
    ...noted,
  }),
  v.object({ outcome: v.literal('already'), revision: revisionSchema }),
]);
export type ChangeAnswer = v.InferOutput<typeof changeAnswerSchema>;
