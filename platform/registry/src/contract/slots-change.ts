import { arrangementSchema, broughtNameSchema, slotNameSchema } from '@tallystick/contract/slots';
import * as v from 'valibot';

const namesSchema = v.pipe(v.array(broughtNameSchema), v.maxLength(100));

/**
 * What a manager wants of a slot: to hide widgets there, to show hidden ones again, and which come first (`order`). An
 * empty order is that of their apps. What is left out stays as it is.
 */
export const slotsChangeEntries = {
  slot: slotNameSchema,
  hide: v.optional(namesSchema, []),
  show: v.optional(namesSchema, []),
  order: v.exactOptional(namesSchema),
};

/** What a revision did to a slot; null: nothing was, or is, said of it. */
export const arrangedSchema = v.object({
  slot: slotNameSchema,
  from: v.nullable(arrangementSchema),
  to: v.nullable(arrangementSchema),
});
export type Arranged = v.InferOutput<typeof arrangedSchema>;
