import * as v from 'valibot';

const epoch = Date.UTC(2024, 9, 9);
const intervalMs = 20_000;

export const cursorSchema = v.pipe(v.string(), v.regex(/^\d{1,15}$/));

/**
 * The cursor of an answer. Its reader sends it with the next request, so that a cache does not give
 * it the same answer without events again. It grows with time and with what was read, and is not
 * random. Readers who are at the same position then have the same one, though they were answered at
 * different times. So a cache can ask once for all of them.
 *
 * @param given the request's cursor
 * @param upTo number of the last event of the answer
 * @param now milliseconds since 1970
 */
export function cursorAfter(given: string | undefined, upTo: number, now: number): string {
  const cursor = Math.floor((now - epoch) / intervalMs) + upTo;
  return String(Math.max(cursor, Number(given ?? -1) + 1));
}
