import { appNameSchema } from '@tallystick/contract/release';
import { broughtNameSchema, slotNameSchema } from '@tallystick/contract/slots';
import * as v from 'valibot';
import { buildKeySchema } from './build-key.ts';

/** A slot of a channel, with what live builds bring into it, in the order in which it stands there. */
export const slotStateSchema = v.object({
  slot: slotNameSchema,
  /** The app that has it. */
  app: appNameSchema,
  /** Whether the live build of that app has it. */
  exists: v.boolean(),
  widgets: v.array(
    v.object({ name: broughtNameSchema, ...buildKeySchema.entries, hidden: v.boolean() }),
  ),
});
export type SlotState = v.InferOutput<typeof slotStateSchema>;
