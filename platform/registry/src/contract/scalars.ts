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

/** A moment as people read it, to the minute: `2026-12-24 08:00 UTC`. */
export function minuteOf(moment: string): string {
  return `${moment.slice(0, 10)} ${moment.slice(11, 16)} UTC`;
}

/** In place of an app: every one. A lock of every app is a freeze of the channel. */
export const everyApp = '*';
