import * as v from 'valibot';
import { whole } from '../service/fields.ts';

/** Path of the route of a running service that takes one step of an examination. */
export const doctorPath = '/ledger/doctor';

/** Where an examination is: at a block of a table, a day (since 1970), or after a segment or a party. */
export const stageSchema = v.strictObject({
  part: v.picklist(['blocks', 'days', 'spans', 'parts', 'parties']),
  table: v.string(),
  from: v.pipe(v.number(), v.integer()),
  id: v.string(),
});
export type Stage = v.InferOutput<typeof stageSchema>;

/** What one step of a part found. `next` is null at the end of the part. */
export interface PartStep {
  next: Pick<Stage, 'table' | 'from' | 'id'> | null;
  /** Rows that were read; absent: they were counted before. */
  rows?: number;
  findings: string[];
  /** What fits, and has its troubles; absent: nothing. */
  notes?: string[];
}

export const stepReportSchema = v.object({
  /** Where to go on; null at the end. */
  next: v.nullable(stageSchema),
  /** Rows that were read. */
  rows: whole(0),
  /** How far it is in all, 0 to 1. */
  share: v.number(),
  /** What does not fit, a line each, with the ids of rows. */
  findings: v.array(v.string()),
  /** What is whole, and yet gives people trouble (a service of before does not say it). */
  notes: v.optional(v.array(v.string()), []),
});
export type StepReport = v.InferOutput<typeof stepReportSchema>;
