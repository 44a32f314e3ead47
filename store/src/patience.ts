import { setTimeout as wait } from 'node:timers/promises';

const firstWait = 50;
const longestWait = 1_000;

/**
 * Tries again while the database cannot be reached, so that a restart of it costs those who ask a
 * wait and not an error: after 50 ms, 100 ms and so on up to a second, each up to half as long
 * again, for `patience` milliseconds in all. Rejects with the last error; with any other at once.
 */
export async function patiently<T>(patience: number, attempt: () => Promise<T>): Promise<T> {
  const until = performance.now() + patience;
  for (let pause = firstWait; ; pause = Math.min(pause * 2, longestWait)) {
    try {
      return await attempt();
    } catch (error) {
      const rest = until - performance.now();
      if (rest <= 0 || !isOutOfReach(error)) throw error;
      await wait(Math.min(rest, pause * (1 + Math.random() / 2)));
    }
  }
}

/**
 * Whether the database cannot be reached: PostgreSQL's classes 08 and 57P0 (it ends, it starts), the
 * network's errors, and those that `pg` has no code for.
 */
export function isOutOfReach(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return (
    /^(08|57P0|ECONNREFUSED|ECONNRESET|EPIPE|ENOTFOUND|ETIMEDOUT)/.test(code) ||
    /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/.test(
      error.message,
    )
  );
}
