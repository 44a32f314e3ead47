import * as v from 'valibot';

/** A line of text that any database can hold: no control characters, no lone surrogates. */
export const lineSchema = v.pipe(
  v.string(),
  v.trim(),
  v.check((text) => !/\p{Cc}/u.test(text) && text.isWellFormed(), 'is not one line of text'),
);

/** A moment in ISO 8601. */
export const timeSchema = v.pipe(v.string(), v.isoTimestamp());

/** A share of browsers; at 100 it would be all. */
export const percentSchema = v.pipe(v.number(), v.gtValue(0), v.ltValue(100));

export const countSchema = v.pipe(v.number(), v.integer(), v.minValue(0));
