import * as v from 'valibot';
import { longestSearch } from './longest-search.ts';
import { statusSchema, transferForms } from './transfer.ts';

/** No 31st of February, which is well-formed. */
export const realDay: v.CheckAction<string, string> = v.check(
  (day: string) => new Date(`${day}T00:00Z`).toJSON()?.startsWith(day) ?? false,
  'is not a day',
);

/** A day, UTC, such as 2026-01-31. */
const daySchema = v.pipe(v.string(), v.isoDate('is not a day'), realDay);
const partyIdSchema = v.pipe(v.string(), v.minLength(1), v.maxLength(longestSearch));

/**
 * What a list can be narrowed to; all that are given must hold. `from` and `to` belong to the days;
 * `credit` is the id of the credit party, under any of its kinds, `debit` that of the user.
 */
export const listFiltersSchema = v.object({
  form: v.optional(v.picklist(transferForms)),
  /** The transfer has one of these statuses. */
  stat: v.optional(v.pipe(v.array(statusSchema), v.minLength(1), v.maxLength(10), v.readonly())),
  from: v.optional(daySchema),
  to: v.optional(daySchema),
  credit: v.optional(partyIdSchema),
  debit: v.optional(partyIdSchema),
});
export type ListFilters = Readonly<v.InferOutput<typeof listFiltersSchema>>;
