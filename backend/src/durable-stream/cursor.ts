import * as v from 'valibot';

const epoch = Date.UTC(2024, 9, 9);
const intervalMs = 20_000;

export const cursorSchema = v.pipe(v.string(), v.regex(/^\d{1,15}$/));

/**
 * The cursor of an answer, which its reader sends with the next request: a cache that has kept an answer without
 * events does not give it again. It grows with time and with what was read, not at random: readers who
 * were answered at different times and are at the same place have the same, so that a cache can ask once for
 * all of them.
 *
 * @param given the request's cursor
 * @param upTo number of the last event of the answer
 * @param now milliseconds since 1970
 */
export function cursorAfter(given: string | undefined, upTo: number, now: number): string {
  const cursor = Math.floor((now - epoch) / intervalMs) + upTo;
  return String(Math.max(cursor, Number(given ?? -1) + 1));
}
