import { settingNameSchema } from '@tallystick/contract/declared-settings';
import {
  appNameSchema,
  buildIdSchema,
  channelNameSchema,
  revisionNumberSchema,
} from '@tallystick/contract/release';
import { settingValueSchema } from '@tallystick/contract/setting-values';
import { arrangementsSchema } from '@tallystick/contract/slots';
import * as v from 'valibot';
import { appValuesSchema } from './app-values.ts';
import { buildKeySchema } from './build-key.ts';
import { verdictSchema } from './health.ts';
import { rampOrders, rampSchema, sharesSchema } from './ramp.ts';
import { lineSchema, percentSchema, timeSchema } from './scalars.ts';
import { arrangedSchema, slotsChangeEntries } from './slots-change.ts';

/** Most characters of a reason. */
export const longestReason = 500;

/** Why something is done, in a person's words. History keeps it forever. */
export const reasonSchema = v.pipe(lineSchema, v.minLength(3), v.maxLength(longestReason));

/** A build that a share of browsers gets in place of the live one. */
export const canarySchema = v.object({
  build: buildIdSchema,
  percent: percentSchema,
  /** Absent: the share changes only when somebody changes it. */
  ramp: v.exactOptional(rampSchema),
});
export type Canary = v.InferOutput<typeof canarySchema>;

/** `hold` is the registry's own: it pauses a canary that failed, so that no browser gets it. */
export const changeKinds = [
  'promote',
  'canary',
  'rollback',
  'recall',
  'remove',
  'hold',
  'unhold',
  'slots',
  'configure',
] as const;
export type ChangeKind = (typeof changeKinds)[number];

/** Whether a revision of this kind ships new builds, in contrast to going back. */
export const ships = (kind: ChangeKind) => kind === 'promote' || kind === 'canary';

/** What one revision did to one app; `null`: the app was, or is, not in the channel. */
export const moveSchema = v.object({
  app: appNameSchema,
  from: v.nullable(buildIdSchema),
  to: v.nullable(buildIdSchema),
  /** The canary before and after, if there was one. */
  canaryFrom: v.nullable(canarySchema),
  canaryTo: v.nullable(canarySchema),
  /** What was and is set of its settings; absent: that stays as it was. */
  settings: v.exactOptional(
    v.object({ from: v.nullable(appValuesSchema), to: v.nullable(appValuesSchema) }),
  ),
});
export type Move = v.InferOutput<typeof moveSchema>;

/** A canary that the registry has paused, and why; `percent`: the share it had. */
const heldSchema = v.object({
  ...v.omit(canarySchema, ['ramp']).entries,
  revision: revisionNumberSchema,
  at: timeSchema,
  reason: v.string(),
});

/** The link of a preview that a change has ended. */
export const endedPreviewSchema = v.object({ id: v.string(), ...buildKeySchema.entries });
export type EndedPreview = v.InferOutput<typeof endedPreviewSchema>;

/** One numbered, immutable state of a channel: which build of each app, who, why, when. */
export const revisionSchema = v.object({
  channel: channelNameSchema,
  revision: revisionNumberSchema,
  kind: v.picklist(changeKinds),
  /** The live build of each app, by its name. */
  builds: v.record(appNameSchema, buildIdSchema),
  canaries: v.record(appNameSchema, canarySchema),
  /**
   * For each remote, the build that a browser takes when the live one does not work in it. It is the next goal of a
   * rollback that fits beside the others. Absent in old revisions.
   */
  fallbacks: v.optional(v.record(appNameSchema, buildIdSchema)),
  /** Builds that were recalled and that nobody has resumed: open tabs leave them at once. */
  recalled: v.array(buildKeySchema),
  /** What is set of the settings of each app; absent: nothing is. */
  values: v.exactOptional(v.record(appNameSchema, appValuesSchema)),
  /** The canary of each app that was paused last and that nobody has resumed. */
  held: v.optional(v.record(appNameSchema, heldSchema)),
  moves: v.array(moveSchema),
  /** What managers have said of slots. Absent: nothing. */
  slots: v.exactOptional(arrangementsSchema),
  /** What this revision did to one slot. Absent: nothing. */
  arranged: v.exactOptional(arrangedSchema),
  /** Links of previews that ended with it: of apps that it recalled or took out of the channel. Absent: none. */
  endedPreviews: v.exactOptional(v.array(endedPreviewSchema)),
  at: timeSchema,
  /** Name of the token that did it; `the registry`, if it did so itself. */
  by: v.string(),
  reason: v.string(),
  /** The figures by which the registry itself did this; absent: somebody did it. */
  verdict: v.optional(verdictSchema),
});
export type Revision = v.InferOutput<typeof revisionSchema>;

const appsSchema = v.pipe(v.array(appNameSchema), v.minLength(1), v.maxLength(100));

/**
 * A change of a channel; all apps named in one change move as one revision (a release set).
 * - `promote`: the builds become live; a canary of the same app ends.
 * - `canary`: the builds go to `percent` of browsers. For a build that is a canary already, the share changes. With
 *   `steps` it goes on to further shares by itself; without, a ramp that it had ends.
 * - `ramp`: what becomes of the ramps of the apps. One that has come to 100 percent is a `promote` in history.
 * - `rollback`: the live build of each app goes back to `to`, which was live in the channel. Without `to` it goes to
 *   the build that was live last before the live one was shipped, and was not taken back since. A canary of that build
 *   ends. With `recall`, the builds that are left are recalled. It is `ambiguous` where the app has a canary, running or
 *   paused, and neither `to` nor `live` says that the live build is meant.
 * - `abort`: the canaries of the apps end, their live builds stay. With `recall`, tabs leave them at once, also
 *   those that are paused.
 * - `undo`: every app that `revision` moved goes back to what it was before, as one revision. It is refused (`moved`)
 *   if one of them has moved since. A manager's undo also ends what that revision condemned.
 * - `remove`: the apps leave the channel (never the shell).
 * - `configure`: values of an app's settings are set, or unset; with `percent` for a share of browsers. `complete` gives
 *   all browsers what a share has. With `now` open tabs take it at once, as in a recall. The build stays.
 * - `unhold`: condemned builds of the apps may be shipped again, by a further change. If an app has several, `builds`
 *   says which.
 * - `slots`: what a slot shows, and in which order (SlotsChange).
 *
 * A build that was condemned (Condemned) is refused by all but `unhold` and a manager's `undo`.
 */
export const changeSchema = v.variant('kind', [
  v.object({
    kind: v.literal('promote'),
    builds: v.record(appNameSchema, buildIdSchema),
    reason: reasonSchema,
  }),
  v.object({
    kind: v.literal('canary'),
    builds: v.record(appNameSchema, buildIdSchema),
    percent: percentSchema,
    steps: v.exactOptional(sharesSchema),
    reason: reasonSchema,
  }),
  v.object({
    kind: v.literal('rollback'),
    apps: appsSchema,
    /** The goal of each app that has one; the others go to the build before. */
    to: v.optional(v.record(appNameSchema, buildIdSchema), {}),
    /** Apps of which the live build is meant although they have a canary, running or paused. */
    live: v.exactOptional(v.array(appNameSchema)),
    recall: v.optional(v.boolean(), false),
    reason: reasonSchema,
  }),
  v.object({
    kind: v.literal('abort'),
    apps: appsSchema,
    recall: v.optional(v.boolean(), false),
    reason: reasonSchema,
  }),
  v.object({
    kind: v.literal('undo'),
    revision: revisionNumberSchema,
    recall: v.optional(v.boolean(), false),
    reason: reasonSchema,
  }),
  v.object({ kind: v.literal('remove'), apps: appsSchema, reason: reasonSchema }),
  v.object({
    kind: v.literal('unhold'),
    apps: appsSchema,
    builds: v.exactOptional(v.record(appNameSchema, buildIdSchema)),
    reason: reasonSchema,
  }),
  v.object({ kind: v.literal('slots'), ...slotsChangeEntries, reason: reasonSchema }),
  v.object({
    kind: v.literal('configure'),
    app: appNameSchema,
    /** `null`: what is set of it ends, and the default of the build holds. */
    set: v.optional(v.record(settingNameSchema, v.nullable(settingValueSchema)), {}),
    /** The share of browsers that `set` is for; absent: all. */
    percent: v.exactOptional(percentSchema),
    complete: v.exactOptional(v.literal(true)),
    now: v.optional(v.boolean(), false),
    reason: reasonSchema,
  }),
  v.object({
    kind: v.literal('ramp'),
    apps: appsSchema,
    order: v.picklist(rampOrders),
    reason: reasonSchema,
  }),
]);
export type Change = v.InferOutput<typeof changeSchema>;
