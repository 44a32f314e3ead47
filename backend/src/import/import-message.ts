import * as v from 'valibot';
import { countsSchema } from '../ledger/counts.ts';
import { whole } from '../service/fields.ts';
import { maxLines } from './pace.ts';

/** Path of the import route of a running service. */
export const importPath = '/ledger/import';

/** Lines of ledger input, the first of which has the number `firstLine`. */
export const importBodySchema = v.strictObject({
  firstLine: whole(1),
  lines: v.pipe(v.array(v.string()), v.maxLength(maxLines)),
});

/** A line that was skipped, by its number from 1; `reason` goes on from "line 17 …". */
const badLineSchema = v.object({ line: v.pipe(v.number(), v.integer()), reason: v.string() });
export type BadLine = v.InferOutput<typeof badLineSchema>;

/** What became of some lines. */
export const linesReportSchema = v.object({
  parties: countsSchema,
  transfers: countsSchema,
  bad: v.array(badLineSchema),
});
export type LinesReport = v.InferOutput<typeof linesReportSchema>;
