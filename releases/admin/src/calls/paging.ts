import { revisionNumberSchema } from '@tallystick/shared/contracts/release';
import * as v from 'valibot';

/** The number of a revision, or of an audit entry, as an address has it. */
export const numberInAddress = v.pipe(
  v.string(),
  v.regex(/^[1-9]\d{0,14}$/, 'must be a whole number of 1 or more'),
  v.transform(Number),
  revisionNumberSchema,
);

/** A page of a list that reads backwards: so many, before that number. */
export const pageQuery = v.object({
  before: v.optional(numberInAddress),
  limit: v.optional(v.pipe(numberInAddress, v.maxValue(200)), '50'),
});
