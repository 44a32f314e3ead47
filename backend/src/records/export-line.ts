import { recordEntrySchema, sealedSchema } from '@tallystick/shared/contracts/record-proof';
import { dataVariableSchema } from '@tallystick/shared/contracts/transfer';
import * as v from 'valibot';

const whole = v.pipe(v.number(), v.integer(), v.minValue(0));

/** A line of an export with proofs. */
export const exportLineSchema = v.union([
  v.object({
    transfer: sealedSchema,
    /** Null: the log has no place for it. */
    entry: v.nullable(recordEntrySchema),
    /** Absent: they may not be read. */
    vars: v.optional(v.array(dataVariableSchema)),
  }),
  /** Hashes of entries from a number on, in base64. */
  v.object({ from: whole, leaves: v.string() }),
  /** A transfer that is gone, and the number of its newest entry. */
  v.object({ removed: v.object({ item: v.string(), number: whole }) }),
  /** The first line: how far the log is, and who signs it. */
  v.object({ checkpoint: v.string(), key: v.string() }),
]);
export type ExportLine = v.InferOutput<typeof exportLineSchema>;
