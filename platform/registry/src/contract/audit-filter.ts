import { appNameSchema } from '@tallystick/contract/release';
import * as v from 'valibot';
import { changeKinds } from './channel.ts';
import { auditEntrySchema } from './history.ts';
import { numberInAddress } from './routes/parts.ts';

/** What an entry is of: its action, or what a change did. */
export const auditKinds = [...auditEntrySchema.entries.action.options, ...changeKinds] as const;

/** Which entries are meant; all that is said must be so. */
export const auditFilterEntries = {
  /** The name of who did it. */
  person: v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(200))),
  app: v.optional(appNameSchema),
  kind: v.optional(v.picklist(auditKinds)),
  /** What was done within so many last days. */
  days: v.optional(v.pipe(numberInAddress, v.maxValue(36_500))),
};
const filterSchema = v.object(auditFilterEntries);
export type AuditFilter = v.InferOutput<typeof filterSchema>;
/** As an address has it. */
export type AuditQuery = v.InferInput<typeof filterSchema>;
