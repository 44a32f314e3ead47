const longest = 600_000;

/**
 * Milliseconds that a statement names as its own limit, or undefined: what PostgreSQL does itself
 * with `statement_timeout`, a thread without signals must be told from outside.
 */
export function limitIn(sql: string): number | undefined {
  // Looks through whole tables, as autovacuum does, which has no limit either.
  if (/^\s*vacuum\b/i.test(sql)) return longest;
  const seconds = /\bset local statement_timeout\s*=\s*'(\d+)s'/i.exec(sql)?.[1];
  return seconds === undefined ? undefined : Number(seconds) * 1_000;
}
