import { appNameSchema, buildIdSchema, channelNameSchema } from '@tallystick/contract/release';
import * as v from 'valibot';
import { buildNameSchema } from '../../../src/contract/change-request.ts';
import { reasonSchema } from '../../../src/contract/channel.ts';
import { countSchema, timeSchema } from '../../../src/contract/scalars.ts';

/** What somebody plans: builds of several apps that become live as one revision, at a time. */
export const newTrainSchema = v.object({
  /** `null` stands for the newest build of the app. */
  builds: v.record(appNameSchema, v.nullable(buildNameSchema)),
  at: timeSchema,
  reason: reasonSchema,
});
export type NewTrain = v.InferOutput<typeof newTrainSchema>;

/**
 * A train.
 * - `planned`: it leaves at its time, if none of its apps has moved since it was planned.
 * - `left`: `revision` is what it made.
 * - `refused`: it could not leave; `problem` says why.
 * - `cancelled`: somebody did; `problem` says who and why.
 */
export const trainSchema = v.object({
  id: v.string(),
  channel: channelNameSchema,
  builds: v.record(appNameSchema, buildIdSchema),
  at: timeSchema,
  reason: v.string(),
  by: v.string(),
  plannedAt: timeSchema,
  state: v.picklist(['planned', 'left', 'refused', 'cancelled']),
  revision: v.exactOptional(countSchema),
  problem: v.exactOptional(v.string()),
});
export type Train = v.InferOutput<typeof trainSchema>;
