/** `2016-01-25T01:12:04.000Z`; null for a number of milliseconds that is no date. */
export function isoDate(milliseconds: number): string | null {
  const date = new Date(milliseconds);
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}

/** `2016-01-25 01:12:04 UTC`; null for a number of milliseconds that is no date. */
export function utcDate(milliseconds: number): string | null {
  return (
    isoDate(milliseconds)
      ?.replace('T', ' ')
      .replace(/\.\d+Z$/, ' UTC') ?? null
  );
}

/** `2016-01-25`, the day in UTC; undefined for a number of milliseconds that is no date. */
export function utcDay(milliseconds: number): string | undefined {
  return isoDate(milliseconds)?.split('T')[0];
}
