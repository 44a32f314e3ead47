const vacuumTimeoutMs = 600_000;

/**
 * Milliseconds that a statement sets as its own limit, or undefined. PostgreSQL enforces
 * `statement_timeout` by a signal, which WebAssembly does not have: the timer runs outside the thread.
 */
export function limitIn(sql: string): number | undefined {
  // Reads whole tables. On a server autovacuum does it, without a limit.
  if (/^\s*vacuum\b/i.test(sql)) return vacuumTimeoutMs;
  const seconds = /\bset local statement_timeout\s*=\s*'(\d+)s'/i.exec(sql)?.[1];
  return seconds === undefined ? undefined : Number(seconds) * 1_000;
}
