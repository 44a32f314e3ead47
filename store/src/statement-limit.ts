const vacuumLimitMs = 600_000;
/** Eleven days; a timer can run for 24. */
const noLimitMs = 1_000_000_000;

/**
 * Milliseconds that a statement sets as the limit of its transaction or its connection, or undefined. A server that
 * has vanished enforces nothing, so it is timed from here, too.
 */
export function limitIn(sql: string): number | undefined {
  // Reads whole tables. On a server autovacuum does it, without a limit.
  if (/^\s*vacuum\b/i.test(sql)) return vacuumLimitMs;
  const [, value, seconds] =
    /\bset (?:local )?statement_timeout\s*=\s*(0\b|'(\d+)s')/i.exec(sql) ?? [];
  if (value === undefined) return undefined;
  return seconds === undefined ? noLimitMs : Number(seconds) * 1_000;
}
